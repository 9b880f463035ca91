"""Makes small EPUBs for tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

CONTAINER = """<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>"""


def make_epub(
    chapters: Mapping[str, str],
    *,
    titles: Mapping[str, str] | None = None,
    version: int = 3,
    more: Mapping[str, bytes] | None = None,
    container: str = CONTAINER,
    folder: str = "",
) -> bytes:
    """Chapters by name, in reading order; version 3 lists its titles in a nav, version 2 in an NCX."""
    titles = titles or {}
    items = "".join(
        f'<item id="c{n}" href="Text/{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    if version == 3:
        items += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    else:
        items += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    package = f"""<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="{version}.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Kettle Book</dc:title>
<dc:creator>A. Boiler</dc:creator></metadata><manifest>{items}</manifest><spine toc="ncx">{spine}</spine></package>"""
    nav = "".join(f'<li><a href="Text/{name}">{title}</a></li>' for name, title in titles.items())
    points = "".join(
        f'<navPoint><navLabel><text>{title}</text></navLabel><content src="Text/{name}"/></navPoint>'
        for name, title in titles.items()
    )
    files: dict[str, bytes] = {
        "META-INF/container.xml": container.encode(),
        "OEBPS/content.opf": package.encode(),
        "OEBPS/nav.xhtml": (
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
            f'<body><nav epub:type="toc"><ol>{nav}</ol></nav></body></html>'
        ).encode(),
        "OEBPS/toc.ncx": (
            '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN"'
            ' "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">'
            f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{points}</navMap></ncx>'
        ).encode(),
        **{f"OEBPS/Text/{name}": xhtml(body).encode() for name, body in chapters.items()},
        **(more or {}),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(folder + "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, data in files.items():
            archive.writestr(folder + name, data)
    return buffer.getvalue()


def xhtml(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>'
        f"<body>{body}</body></html>"
    )
