"""What a report says, and how: the HTML page and the same in Markdown, each from its template."""
