"""The chapters of the rules, a module each."""
