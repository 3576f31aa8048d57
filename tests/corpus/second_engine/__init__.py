"""A small second engine for cases of Paper Invasion, which shares no code with the umpire.

It was written from the rules before it saw any case: `python -m tests.corpus.second_engine` reads
cases from standard input and answers on standard output, one JSON object a line. What it has no
rule for, it says that it is unable to rule on.
"""
