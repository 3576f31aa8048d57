"""Times and checks what is measured on tables, against plain geometry."""
