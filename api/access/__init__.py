"""Knows who may do what: roles, tokens, the policy table, and what every request has to pass."""
