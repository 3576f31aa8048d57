"""The rules of Papercraft, chapter by chapter; a chapter imports only those below it."""
