"""Sets up a printed army before the synthetic camera, from its description alone.

The description is the JSON that `umpire kit describe` tells; this package knows no other part of
the kit. Nor does it know what detects tags: both sides of a judgement meet only in files.
"""
