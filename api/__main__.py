"""Runs the umpire as `python -m api`, for a checkout in which nothing is installed."""

from api.cli import main

if __name__ == "__main__":
    main()
