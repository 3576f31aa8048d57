"""Makes the print kit: everything that a player prints, cuts out and puts on the table.

A roster goes in as text, pages come out as PDF bytes; nothing here opens a file.
"""
