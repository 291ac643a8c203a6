"""How single date expressions are found and read; `app.text.dates` puts them together."""
