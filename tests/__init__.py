"""How the packages are tested; each folder below mirrors one of them."""
