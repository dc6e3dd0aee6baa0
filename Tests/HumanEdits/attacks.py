"""Packages that attack whoever opens them, made of a good workbook."""

import io
import re
import zipfile

from package import MAIN, REL, Book

DOCTYPE = ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">'
           '<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f SYSTEM "file:///etc/passwd">]>')


RULE = b'<cfRule type="expression" priority="1"><formula>%s</formula></cfRule></conditionalFormatting>'


def packed(book, extra=(), method=zipfile.ZIP_DEFLATED):
    """The parts of a book and more entries, whatever their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name in book.order:
            archive.writestr(name, book.parts[name])
        for name, data in extra:
            archive.writestr(zipfile.ZipInfo(name) if not isinstance(name, zipfile.ZipInfo) else name, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def with_part(good, part, change):
    book = Book(good)
    book.parts[part] = change(book.parts[part])
    return packed(book)


def typed(book, name, kind):
    book.parts["[Content_Types].xml"] = book.parts["[Content_Types].xml"].replace(
        b"</Types>", f'<Override PartName="/{name}" ContentType="{kind}"/></Types>'.encode())


def related(book, part, kind, target, mode=""):
    folder, _, name = part.rpartition("/")
    rels = f"{folder}/_rels/{name}.rels"
    empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
    if rels not in book.parts:
        book.order.append(rels)
    relation = f'<Relationship Id="evil" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"{mode}/></Relationships>'
    book.parts[rels] = book.parts.get(rels, empty).replace(b"</Relationships>", relation.encode())


def bomb(good, part, size):
    def grow(data):
        return data.replace(b"</worksheet>", b" " * size + b"</worksheet>").replace(b"</sst>", b" " * size + b"</sst>")
    return with_part(good, part, grow)


def inside(part_text, before, text):
    return part_text.replace(before, text.encode() + before, 1)


def packages(good):
    """By name: the bytes of a file."""
    book = Book(good)
    sheets = book.sheets()
    cases = next(sheet for sheet in sheets.values() if sheet.table and sheet.table.kind == "cases").part
    own = [part for name, part, _ in book.sheet_parts()][-1]
    strings, styles = "xl/sharedStrings.xml", "xl/styles.xml"
    drawing = next(name for name in book.parts if name.startswith("xl/drawings/drawing"))
    comments = next(name for name in book.parts if name.startswith("xl/comments"))
    yield "bomb in the cases", lambda: bomb(good, cases, 900 << 20)
    yield "bomb in the strings", lambda: bomb(good, strings, 900 << 20)
    yield "bomb in a picture", lambda: with_part(good, next(n for n in book.parts if "/media/" in n), lambda data: bytes(900 << 20))
    yield "70,000 parts", lambda: packed(Book(good), [(f"xl/media/{number}.png", b"x") for number in range(70_000)])
    for name in ("../evil.txt", "../../../../tmp/evil.txt", "/tmp/evil.txt", "C:\\evil.txt", "xl\\..\\..\\evil.txt", "xl/./x.xml", "xl//x.xml",
                 "con.xml", "x" * 5000, "é\u202e.xml", "%2e%2e/evil"):
        yield f"an entry {name[:30]!r}", lambda name=name: packed(Book(good), [(name, b"evil")])
    for name in ("xl/workbook.xml", "xl/WORKBOOK.xml", cases, "[Content_Types].xml"):
        yield f"{name} twice", lambda name=name: packed(Book(good), [(name, b"<other/>")])
    for part in (cases, strings, styles, comments, drawing, "xl/workbook.xml", "[Content_Types].xml", "_rels/.rels"):
        def entities(data):
            body = data[data.index(b"?>") + 2:] if data.startswith(b"<?xml") else data
            at = body.rindex(b"</")
            return DOCTYPE.encode() + body[:at] + b"&e;&f;" + body[at:]
        yield f"entities in {part}", lambda part=part, entities=entities: with_part(good, part, entities)
    for part, before in ((cases, b"<pageMargins"), (styles, b"</styleSheet>"), (drawing, b"</xdr:wsDr>"), (comments, b"</comments>"), (strings, b"</sst>")):
        yield f"deep nesting in {part}", lambda part=part, before=before: with_part(good, part, lambda data: inside(data, before, "<a>" * 200_000 + "</a>" * 200_000))

    def macros():
        book = Book(good)
        book.order.append("xl/vbaProject.bin")
        book.parts["xl/vbaProject.bin"] = b"\xd0\xcf\x11\xe0 a macro"
        typed(book, "xl/vbaProject.bin", "application/vnd.ms-office.vbaProject")
        related(book, "xl/workbook.xml", "vbaProject", "vbaProject.bin")
        book.parts["[Content_Types].xml"] = book.parts["[Content_Types].xml"].replace(b"spreadsheetml.sheet.main+xml", b"sheet.macroEnabled.main+xml")
        return packed(book)
    yield "macros", macros

    def relation(part, kind, target, external=True):
        def make():
            book = Book(good)
            related(book, part, kind, target, ' TargetMode="External"' if external else "")
            return packed(book)
        return make
    yield "a template elsewhere", relation("xl/workbook.xml", "attachedTemplate", "https://evil.example/t.xltx")
    yield "a picture elsewhere", relation(drawing, "image", "https://evil.example/p.png")
    yield "a sheet elsewhere", relation("xl/workbook.xml", "worksheet", "file:///etc/passwd")
    yield "a link out of the package", relation(cases, "image", "../../../../etc/passwd", False)
    yield "a sheet that is related to itself", relation(cases, "worksheet", "/" + cases, False)
    yield "a circle of relations", relation(drawing, "worksheet", "/" + cases, False)
    yield "a drawing as its own drawing", relation(drawing, "drawing", "/" + drawing, False)
    for name in list(book.order):
        def without(name=name):
            book = Book(good)
            book.order.remove(name)
            return packed(book)
        yield f"without {name}", without
    yield "no content types", lambda: with_part(good, "[Content_Types].xml", lambda data: b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
    yield "wrong content types", lambda: with_part(good, "[Content_Types].xml", lambda data: data.replace(b"worksheet+xml", b"styles+xml"))
    for cut in (0, 1, 3, 21, 100, len(good) // 2, len(good) - 1000, len(good) - 23, len(good) - 1):
        yield f"cut off at {cut}", lambda cut=cut: good[:cut]
    yield "text in place of a file", lambda: b"hello\n"
    yield "encrypted", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(3000) + "EncryptedPackage".encode("utf-16-le") + bytes(3000)
    yield "an entry marked encrypted", lambda: good.replace(b"PK\x01\x02\x14\x03\x14\0\0\0", b"PK\x01\x02\x14\x03\x14\0\x01\0")
    yield "compressed by LZMA", lambda: packed(Book(good), method=zipfile.ZIP_LZMA)
    yield "stored", lambda: packed(Book(good), method=zipfile.ZIP_STORED)
    yield "behind other bytes", lambda: b"MZ" + bytes(5000) + good
    yield "two archives", lambda: good + good
    yield "UTF-16", lambda: with_part(good, cases, lambda data: data.decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16"))
    yield "prefixes", lambda: with_part(good, cases, prefixed)
    yield "strict", lambda: packed(strict(Book(good)))
    for what, old, new in (
        ("a row far away", b"</sheetData>", b'<row r="99999999"><c r="A99999999"><v>1</v></c></row></sheetData>'),
        ("a row of a negative number", b"</sheetData>", b'<row r="-5"><c r="A-5"><v>1</v></c></row></sheetData>'),
        ("a column far away", b"</sheetData>", b'<row r="900000"><c r="ZZZZZZZZ900000"><v>1</v></c></row></sheetData>'),
        ("a row twice", b"</sheetData>", b'<row r="4"><c r="A4"><v>1</v></c></row></sheetData>'),
        ("a last row", b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
        ("rows without numbers", b"</sheetData>", b"<row><c><v>1</v></c></row></sheetData>"),
        ("an unknown style", b"</sheetData>", b'<row r="900000"><c r="A900000" s="99999"><v>1</v></c></row></sheetData>'),
        ("an unknown text", b"</sheetData>", b'<row r="900000"><c r="A900000" t="s"><v>99999999</v></c></row></sheetData>'),
        ("a huge number of a text", b"</sheetData>", b'<row r="900000"><c r="A900000" t="s"><v>99999999999999999999999</v></c></row></sheetData>'),
        ("a shared formula without its first", b"</sheetData>", b'<row r="900000"><c r="A900000"><f t="shared" si="99"/></c></row></sheetData>'),
        ("a deep formula", b"</sheetData>", b'<row r="900000"><c r="A900000"><f>' + b"(" * 200_000 + b"A1" + b")" * 200_000 + b"</f></c></row></sheetData>"),
        ("a long formula", b"</sheetData>", b'<row r="900000"><c r="A900000"><f>' + b"A1+" * 300_000 + b"A1</f></c></row></sheetData>"),
        ("an open quote in a formula", b"</sheetData>", b"<row r=\"900000\"><c r=\"A900000\"><f>'Cases!A1+\"x</f></c></row></sheetData>"),
        ("a long text", b"</sheetData>", b'<row r="900000"><c r="A900000" t="inlineStr"><is><t>' + b"x" * (5 << 20) + b"</t></is></c></row></sheetData>"),
        ("100,000 rows", b"</sheetData>", b"".join(b'<row r="%d"><c r="A%d"><v>1</v></c></row>' % (n, n) for n in range(1000, 101_000)) + b"</sheetData>"),
        ("a million cells", b"</sheetData>", b"".join(b'<row r="%d">' % n + b"<c><v>1</v></c>" * 1000 + b"</row>" for n in range(1000, 2000)) + b"</sheetData>"),
        ("100,000 merges", b"</worksheet>", b'<mergeCells>' + b'<mergeCell ref="A1:XFD1048576"/>' * 100_000 + b"</mergeCells></worksheet>"),
        ("100,000 formats", b"</worksheet>", b"".join(b'<conditionalFormatting sqref="A1:XFD1048576 B%d">' % n + RULE % b"A1"
                                                       for n in range(1, 100_000)) + b"</worksheet>"),
        ("many areas", b"</worksheet>", b'<conditionalFormatting sqref="' + b"A1:B9 " * 200_000 + b'">' + RULE % b"A1" + b"</worksheet>"),
        ("an area of nonsense", b"</worksheet>", b'<conditionalFormatting sqref="nonsense A0 1A ::">' + RULE % b"A1" + b"</worksheet>"),
        ("links of nonsense", b"</worksheet>", b'<hyperlinks><hyperlink ref="ZZZZ1:A0" location="\'"/></hyperlinks></worksheet>'),
        ("columns of nonsense", b"<sheetData>", b'<cols><col min="0" max="99999999"/><col min="-1" max="5"/></cols><sheetData>'),
        ("100,000 columns", b"<sheetData>", b"<cols>" + b'<col min="1" max="16384" width="9"/>' * 100_000 + b"</cols><sheetData>"),
    ):
        for part in (cases, own):
            where = "the cases" if part == cases else "an own sheet"
            yield f"{what} in {where}", lambda part=part, old=old, new=new: with_part(good, part, lambda data: data.replace(old, new, 1))
    for what, new in (("a name of nonsense", b"<definedName name=\"a b\">'x</definedName>"), 
                      ("a name of no sheet", b'<definedName name="x" localSheetId="77">A1</definedName>'),
                      ("a long name", b'<definedName name="x">' + b"'Cases'!$A$1," * 200_000 + b"</definedName>")):
        yield what, lambda new=new: with_part(good, "xl/workbook.xml", lambda data: data.replace(b"</definedNames>", new + b"</definedNames>"))
    yield "anchors of nonsense", lambda: with_part(good, drawing, lambda data: data.replace(b"<xdr:row>", b"<xdr:row>-99999999999999999999"))


def prefixed(data):
    """The same sheet with a prefix on every element, as the Open XML SDK writes it."""
    text = re.sub(r"<(/?)([A-Za-z])", r"<\1x:\2", data.decode())
    return text.replace(f'xmlns="{MAIN}"', f'xmlns:x="{MAIN}"').encode()


STRICT = [(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main"), (REL, "http://purl.oclc.org/ooxml/officeDocument/relationships")]


def strict(book, back=False):
    """As Excel saves “Strict Open XML Spreadsheet”, or back."""
    for name in book.order:
        if name.endswith((".xml", ".rels")):
            for pair in STRICT:
                old, new = reversed(pair) if back else pair
                book.parts[name] = book.parts[name].replace(old.encode(), new.encode())
    return book


def loose(book):
    return strict(book, back=True)


def damaged(good, dice):
    """Bytes changed, before or after compression."""
    if dice.random() < 0.3:
        data = bytearray(good)
        for _ in range(dice.randrange(1, 6)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        return bytes(data)
    book = Book(good)
    for _ in range(dice.randrange(1, 4)):
        name = dice.choice([name for name in book.order if name.endswith((".xml", ".rels", ".vml"))])
        data = book.parts[name]
        at = dice.randrange(len(data))
        length = dice.choice([1, 1, 3, 30])
        book.parts[name] = dice.choice([data[:at] + data[at + length:], data[:at] + data[at:at + length] * 2 + data[at + length:], data[:at],
                                        data[:at] + bytes(dice.choice(b"<>&\"'/=0 9") for _ in range(length)) + data[at + length:]])
    return packed(book)
