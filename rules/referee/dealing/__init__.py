"""Keeps where the cards lie that the umpire deals, and says what of them a seat may see."""
