"""Measures a lens from photographs of a printed chessboard."""
