"""Commands about battles that were played: checked, told, exported, collected."""
