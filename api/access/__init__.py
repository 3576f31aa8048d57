"""Who may do what: roles, tokens, the policy table, and the checks that every request passes."""
