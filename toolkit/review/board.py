"""A page that shows one board and looks for a newer one every two seconds."""

from __future__ import annotations

from markupsafe import Markup, escape

_PAGE = Markup("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light; }}
body {{ margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f1ec; }}
svg {{ display: block; width: auto; height: auto; max-width: 96vw; max-height: 96vh; }}
</style>
</head>
<body>
{svg}
</body>
</html>
""")


def board_page(svg: str, title: str) -> str:
    """The page for an SVG file of our own drawing; `title` may be anybody's text."""
    markup = Markup(svg.partition("?>\n")[2] or svg)
    return str(_PAGE.format(title=escape(title), svg=markup))
