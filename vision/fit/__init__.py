"""Places a printed tag to a hundredth of a pixel: every edge of its cells votes.

A tag's picture is predicted - its cells, seen through the exact camera, blurred, lit unevenly - and
the place at which the prediction fits best is the answer. What is left over says how sure it is.
"""
