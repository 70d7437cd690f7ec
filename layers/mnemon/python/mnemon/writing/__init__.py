"""From what was said to what is remembered: gate, accept, turns, extract, adjudicate, commit."""
