"""Small files of each format, made here so that nobody has to trust a binary in the repository."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PDF, DOCX = "application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def pdf(*pages: str, outline: Sequence[tuple[int, str]] = (), title: str = "", password: str | None = None) -> bytes:
    """One page a text, its lines as they are. `outline`: (page from 0, words)."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )
    for text in pages:
        page = writer.add_blank_page(612, 792)
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
        stream = DecodedStreamObject()
        shown = "".join(f"({_escaped(line)}) Tj T* " for line in text.split("\n"))
        stream.set_data(f"BT /F1 11 Tf 14 TL 50 740 Td {shown}ET".encode("cp1252"))
        page[NameObject("/Contents")] = writer._add_object(stream)
    for number, words in outline:
        writer.add_outline_item(title=words, page_number=number)
    if title:
        writer.add_metadata({"/Title": title})
    if password is not None:
        writer.encrypt(password, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def docx(*paragraphs: str | tuple[str, str], extra: dict[str, bytes] | None = None, table: Sequence[Sequence[str]] = ()) -> bytes:
    """`(style, words)` such as `("Heading1", "Travel")`, or words alone."""
    body = ""
    for paragraph in paragraphs:
        style, words = paragraph if isinstance(paragraph, tuple) else ("", paragraph)
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        body += f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escape(words)}</w:t></w:r></w:p>'
    if table:
        rows = ("".join(f"<w:tc><w:p><w:r><w:t>{escape(cell)}</w:t></w:r></w:p></w:tc>" for cell in row) for row in table)
        body += f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/></w:style>' for level in range(1, 4)
    )
    office = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{office}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{office}.styles+xml"/></Types>'
    )
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"

    def link(id: str, kind: str, target: str) -> bytes:
        one = f'<Relationship Id="{id}" Type="{relations}/{kind}" Target="{target}"/>'
        return f'<Relationships xmlns="{package}">{one}</Relationships>'.encode()

    parts: dict[str, bytes] = {
        "[Content_Types].xml": types.encode(),
        "_rels/.rels": link("r1", "officeDocument", "word/document.xml"),
        "word/_rels/document.xml.rels": link("r2", "styles", "styles.xml"),
        "word/document.xml": f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'.encode(),
        "word/styles.xml": f'<w:styles xmlns:w="{W}">{styles}</w:styles>'.encode(),
        **(extra or {}),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()
