"""How each printed thing looks: pieces, cards, terrain, anchors and boards."""
