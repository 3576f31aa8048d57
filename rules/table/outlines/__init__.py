"""Where the shapes of pieces and areas lie on the table, one at a time or in rows."""
