"""Says how unlikely a sum of squared standard errors is."""

import math


def surprise(squares: float, *, freedom: int) -> float:
    """Standard deviations by which a sum of so many free squares is larger than usual.

    Wilson's and Hilferty's cube root, good to a tenth from three squares on.

    >>> round(surprise(8.0, freedom=8), 1), round(surprise(30.0, freedom=8), 1)
    (0.2, 3.5)
    """
    free = max(freedom, 1)
    spread = 2.0 / (9.0 * free)
    return (math.cbrt(max(squares, 0.0) / free) - (1.0 - spread)) / math.sqrt(spread)
