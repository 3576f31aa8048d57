"""What games import: values, vocabularies, rulings in the making, options, phrases, armies."""
