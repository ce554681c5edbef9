"""The forms a board comes and goes in: JSON data, files of others, text, pictures."""
