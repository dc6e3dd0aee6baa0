"""Edits as Excel saves them: made in the XML, so that nothing else changes."""

import struct
import zlib
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

from package import ART, CHART, DRAWING, MAIN, PACKAGE_REL, REL, TYPES, column_name, m, name_of, place

# The order of a worksheet's children by ECMA-376, 18.3.1.99.
ORDER = ["sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr", "sheetProtection", "protectedRanges", "scenarios",
         "autoFilter", "sortState", "dataConsolidate", "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations",
         "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches",
         "ignoredErrors", "smartTags", "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls",
         "webPublishItems", "tableParts", "extLst"]

KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def png(random, size=8):
    """A small picture unlike any other."""
    rows = b"".join(b"\0" + bytes(random.randrange(256) for _ in range(3 * size)) for _ in range(size))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Excel:
    """A book under a person's hands. Cells are (row, column)."""

    def __init__(self, book):
        self.book = book

    # MARK: Parts

    def put(self, root, name, attributes=None, first=False):
        """The child of a worksheet with this name, made at its place in the order if there is none or (`first`) before the others of its name."""
        found = root.find(m(name))
        if found is not None and not first:
            return found
        fresh = ET.Element(m(name), attributes or {})
        rank = ORDER.index(name)
        for index, child in enumerate(root):
            tag = child.tag.split("}")[1]
            if tag not in ORDER or ORDER.index(tag) > rank or (first and tag == name):
                root.insert(index, fresh)
                return fresh
        root.append(fresh)
        return fresh

    def part(self, name, content_type, data):
        types = self.book.tree("[Content_Types].xml")
        if content_type.startswith("image/"):
            ending = name.rsplit(".", 1)[1]
            if not any(child.get("Extension") == ending for child in types):
                types.insert(0, ET.Element(f"{{{TYPES}}}Default", {"Extension": ending, "ContentType": content_type}))
        elif content_type.endswith("vmlDrawing"):
            if not any(child.get("Extension") == "vml" for child in types):
                types.insert(0, ET.Element(f"{{{TYPES}}}Default", {"Extension": "vml", "ContentType": content_type}))
        else:
            ET.SubElement(types, f"{{{TYPES}}}Override", {"PartName": "/" + name, "ContentType": content_type})
        self.book.change("[Content_Types].xml")
        self.book.order.append(name)
        self.book.parts[name] = data if isinstance(data, bytes) else data.encode()

    def free(self, pattern):
        return next(name for number in range(1, 999) if (name := pattern % number) not in self.book.parts)

    def relate(self, part, kind, target, external=False):
        folder, _, name = part.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels"
        if rels not in self.book.parts:
            self.book.trees[rels] = ET.Element(f"{{{PACKAGE_REL}}}Relationships")
        tree = self.book.tree(rels)
        used = {child.get("Id") for child in tree}
        id = next(f"rId{number}" for number in range(1, 9999) if f"rId{number}" not in used)
        ET.SubElement(tree, f"{{{PACKAGE_REL}}}Relationship",
                      {"Id": id, "Type": KIND + kind, "Target": target if external else "/" + target, **({"TargetMode": "External"} if external else {})})
        self.book.change(rels, tree)
        return id

    # MARK: Cells

    def cell(self, sheet, at):
        data = sheet.root.find(m("sheetData"))
        row = next((row for row in data if int(row.get("r")) == at[0]), None)
        if row is None:
            index = sum(int(other.get("r")) < at[0] for other in data)
            row = ET.Element(m("row"), {"r": str(at[0])})
            data.insert(index, row)
        row.attrib.pop("spans", None)
        found = next((cell for cell in row if cell.get("r") == name_of(*at)), None)
        if found is None:
            index = sum(place(other.get("r"))[1] < at[1] for other in row)
            found = ET.Element(m("c"), {"r": name_of(*at)})
            row.insert(index, found)
        return found

    def clear(self, cell):
        cell.attrib.pop("t", None)
        for child in list(cell):
            cell.remove(child)

    def type(self, sheet, at, runs):
        """Types a text: a string, or runs of (text, colour or None)."""
        runs = [(runs, None)] if isinstance(runs, str) else runs
        parts = self.book.related(self.book.workbook_part, "sharedStrings")
        cell = self.cell(sheet, at)
        self.clear(cell)
        cell.set("t", "s" if parts else "inlineStr")
        # Without shared strings (openpyxl writes none) the text stands in the cell.
        strings = self.book.tree(parts[0]) if parts else None
        item = ET.SubElement(strings, m("si")) if parts else ET.SubElement(cell, m("is"))
        for text, color in runs:
            holder = item if len(runs) == 1 and not color else ET.SubElement(item, m("r"))
            if color:
                properties = ET.SubElement(holder, m("rPr"))
                ET.SubElement(properties, m("b"))
                ET.SubElement(properties, m("sz"), {"val": "10"})
                ET.SubElement(properties, m("color"), {"rgb": "FF" + color})
                ET.SubElement(properties, m("rFont"), {"val": "Arial"})
            element = ET.SubElement(holder, m("t"))
            element.text = text
            element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        if parts:
            strings.attrib.pop("count", None)
            strings.attrib.pop("uniqueCount", None)
            ET.SubElement(cell, m("v")).text = str(len(strings) - 1)
            self.book.change(parts[0])
        self.book.change(sheet.part, sheet.root)

    def number(self, sheet, at, value):
        cell = self.cell(sheet, at)
        self.clear(cell)
        ET.SubElement(cell, m("v")).text = str(value)
        self.book.change(sheet.part, sheet.root)

    def calculate(self, sheet, at, formula, **attributes):
        cell = self.cell(sheet, at)
        self.clear(cell)
        element = ET.SubElement(cell, m("f"), attributes)
        element.text = formula
        ET.SubElement(cell, m("v")).text = "0"
        self.book.change(sheet.part, sheet.root)
        self.chain(sheet, at)

    def chain(self, sheet, at):
        """Excel lists every formula in a part of its own, and repairs a book whose list is wrong."""
        parts = self.book.related(self.book.workbook_part, "calcChain")
        if not parts:
            self.part("xl/calcChain.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml", f'<calcChain xmlns="{MAIN}"/>')
            self.relate(self.book.workbook_part, "calcChain", "xl/calcChain.xml")
            parts = ["xl/calcChain.xml"]
        tree = self.book.tree(parts[0])
        number = next(s.get("sheetId") for s in self.book.tree(self.book.workbook_part).iter(m("sheet")) if s.get("name") == sheet.name)
        if not any(c.get("r") == name_of(*at) and c.get("i") == number for c in tree):
            ET.SubElement(tree, m("c"), {"r": name_of(*at), "i": number})
        self.book.change(parts[0])

    def paint(self, sheet, at, fill=None, color=None, strike=False):
        part = self.book.related(self.book.workbook_part, "styles")[0]
        styles, cell = self.book.tree(part), self.cell(sheet, at)
        formats = styles.find(m("cellXfs"))
        form = ET.fromstring(ET.tostring(formats[int(cell.get("s", 0))]))
        if fill:
            fills = styles.find(m("fills"))
            pattern = ET.SubElement(ET.SubElement(fills, m("fill")), m("patternFill"), {"patternType": "solid"})
            ET.SubElement(pattern, m("fgColor"), {"rgb": "FF" + fill})
            fills.set("count", str(len(fills)))
            form.set("fillId", str(len(fills) - 1))
            form.set("applyFill", "1")
        if color or strike:
            fonts = styles.find(m("fonts"))
            font = ET.SubElement(fonts, m("font"))
            if strike:
                ET.SubElement(font, m("strike"))
            ET.SubElement(font, m("sz"), {"val": "10"})
            ET.SubElement(font, m("color"), {"rgb": "FF" + (color or "000000")})
            ET.SubElement(font, m("name"), {"val": "Arial"})
            fonts.set("count", str(len(fonts)))
            form.set("fontId", str(len(fonts) - 1))
            form.set("applyFont", "1")
        formats.append(form)
        formats.set("count", str(len(formats)))
        cell.set("s", str(len(formats) - 1))
        self.book.change(part)
        self.book.change(sheet.part, sheet.root)

    # MARK: What lies over cells

    def link(self, sheet, at, address=None, location=None):
        links = self.put(sheet.root, "hyperlinks")
        for old in [link for link in links if link.get("ref") == name_of(*at)]:
            links.remove(old)
        link = ET.SubElement(links, m("hyperlink"), {"ref": name_of(*at)})
        if address:
            link.set(f"{{{REL}}}id", self.relate(sheet.part, "hyperlink", address, external=True))
        else:
            link.set("location", location)
        self.book.change(sheet.part, sheet.root)

    def comment(self, sheet, at, text):
        parts = self.book.related(sheet.part, "comments")
        boxes = self.book.related(sheet.part, "vmlDrawing")
        if parts and not boxes:
            return False
        if not parts:
            parts, boxes = [self.free("xl/comments%d.xml")], [self.free("xl/drawings/vmlDrawing%d.vml")]
            self.part(parts[0], "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml",
                      f'<comments xmlns="{MAIN}"><authors><author>Mori</author></authors><commentList/></comments>')
            self.part(boxes[0], "application/vnd.openxmlformats-officedocument.vmlDrawing",
                      '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">'
                      '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"/></xml>')
            self.relate(sheet.part, "comments", parts[0])
            self.put(sheet.root, "legacyDrawing").set(f"{{{REL}}}id", self.relate(sheet.part, "vmlDrawing", boxes[0]))
        tree = self.book.tree(parts[0])
        entries = tree.find(m("commentList"))
        if any(entry.get("ref") == name_of(*at) for entry in entries):
            return False
        entry = ET.SubElement(entries, m("comment"), {"ref": name_of(*at), "authorId": "0"})
        ET.SubElement(ET.SubElement(ET.SubElement(entry, m("text")), m("r")), m("t")).text = text
        self.book.change(parts[0])
        row, column = at[0] - 1, at[1] - 1
        spaces = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"'
        box = (f'<v:shape {spaces} id="_x0000_s{2000 + len(entries)}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">'
               f'<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>{column + 1}, 15, {row}, 2, {column + 3}, 31, {row + 4}, 1</x:Anchor>'
               f"<x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData></v:shape>")
        self.book.parts[boxes[0]] = self.book.parts[boxes[0]].replace(b"</xml>", box.encode() + b"</xml>")
        assert box.encode() in self.book.parts[boxes[0]]
        self.book.change(sheet.part, sheet.root)
        return True

    def drawing(self, sheet):
        parts = self.book.related(sheet.part, "drawing")
        if parts:
            return parts[0]
        part = self.free("xl/drawings/drawing%d.xml")
        self.part(part, "application/vnd.openxmlformats-officedocument.drawing+xml", f'<xdr:wsDr xmlns:xdr="{DRAWING}" xmlns:a="{ART}"/>')
        self.put(sheet.root, "drawing").set(f"{{{REL}}}id", self.relate(sheet.part, "drawing", part))
        self.book.change(sheet.part, sheet.root)
        return part

    def anchor(self, part, at, inside, two_ends=True):
        """Anchors what `inside` writes at a cell; its frame moves and grows with the cells, or only moves."""
        tree = self.book.tree(part)
        kind = "twoCellAnchor" if two_ends else "oneCellAnchor"
        start = f"<xdr:from><xdr:col>{at[1] - 1}</xdr:col><xdr:colOff>9525</xdr:colOff><xdr:row>{at[0] - 1}</xdr:row><xdr:rowOff>9525</xdr:rowOff></xdr:from>"
        end = (f"<xdr:to><xdr:col>{at[1]}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{at[0]}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>"
               if two_ends else '<xdr:ext cx="200000" cy="200000"/>')
        numbers = [int(element.get("id")) for element in tree.iter(f"{{{DRAWING}}}cNvPr")]
        text = (f'<xdr:wsDr xmlns:xdr="{DRAWING}" xmlns:a="{ART}" xmlns:r="{REL}" xmlns:c="{CHART}"><xdr:{kind}>{start}{end}'
                f'{inside(max(numbers, default=1) + 1)}<xdr:clientData/></xdr:{kind}></xdr:wsDr>')
        tree.append(ET.fromstring(text)[0])
        self.book.change(part, tree)

    def picture(self, sheet, at, data, two_ends=True):
        image, part = self.free("xl/media/image%d.png"), self.drawing(sheet)
        self.part(image, "image/png", data)
        id = self.relate(part, "image", image)
        self.anchor(part, at, lambda number: (
            f'<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="{number}" name="Picture {number}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="{id}"/>'
            '<a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="200000" cy="200000"/></a:xfrm>'
            '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'), two_ends)

    def chart(self, sheet, at, references):
        chart, part = self.free("xl/charts/chart%d.xml"), self.drawing(sheet)
        series = "".join(f'<c:ser><c:idx val="{n}"/><c:order val="{n}"/><c:val><c:numRef><c:f>{escape(reference)}</c:f></c:numRef></c:val></c:ser>'
                         for n, reference in enumerate(references))
        self.part(chart, "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
                  f'<c:chartSpace xmlns:c="{CHART}" xmlns:a="{ART}"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>'
                  f'{series}<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>'
                  '<c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>')
        id = self.relate(part, "chart", chart)
        self.anchor(part, at, lambda number: (
            f'<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="{number}" name="Chart {number}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>'
            '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>'
            f'<a:graphicData uri="{CHART}"><c:chart r:id="{id}"/></a:graphicData></a:graphic></xdr:graphicFrame>'))

    # MARK: Sheets and names

    def sheet(self, name):
        part = self.free("xl/worksheets/sheet%d.xml")
        self.part(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml", f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>')
        workbook = self.book.tree(self.book.workbook_part)
        sheets = workbook.find(m("sheets"))
        number = 1 + max(int(sheet.get("sheetId")) for sheet in sheets)
        id = self.relate(self.book.workbook_part, "worksheet", part)
        ET.SubElement(sheets, m("sheet"), {"name": name, "sheetId": str(number), f"{{{REL}}}id": id})
        self.book.change(self.book.workbook_part)
        return self.book.sheets()[name]

    def name(self, name, reference):
        workbook = self.book.tree(self.book.workbook_part)
        names = workbook.find(m("definedNames"))
        if names is None:
            names = ET.Element(m("definedNames"))
            workbook.insert(list(workbook).index(workbook.find(m("sheets"))) + 1, names)
        ET.SubElement(names, m("definedName"), {"name": name}).text = reference
        names[:] = sorted(names, key=lambda element: (element.get("name").lower(), int(element.get("localSheetId", -1))))
        self.book.change(self.book.workbook_part)

    def row(self, sheet, number, **attributes):
        self.cell(sheet, (number, 1))
        row = next(row for row in sheet.root.find(m("sheetData")) if int(row.get("r")) == number)
        row.attrib.update(attributes)
        self.book.change(sheet.part, sheet.root)

    def column(self, sheet, number, **attributes):
        """Splits the run of columns that this one is in."""
        columns = self.put(sheet.root, "cols")
        for old in list(columns):
            first, last = int(old.get("min")), int(old.get("max"))
            if first <= number <= last:
                at = list(columns).index(old)
                columns.remove(old)
                for low, high in ((number + 1, last), (number, number), (first, number - 1)):
                    if low <= high:
                        columns.insert(at, ET.Element(m("col"), {**old.attrib, "min": str(low), "max": str(high)}))
                break
        else:
            at = sum(int(old.get("max")) < number for old in columns)
            columns.insert(at, ET.Element(m("col"), {"min": str(number), "max": str(number), "width": "9"}))
        next(c for c in columns if c.get("min") == str(number)).attrib.update(attributes)
        self.book.change(sheet.part, sheet.root)

    def rule(self, sheet, reference, formula, fill):
        """A conditional format of one's own."""
        part = self.book.related(self.book.workbook_part, "styles")[0]
        styles = self.book.tree(part)
        formats = styles.find(m("dxfs"))
        form = ET.SubElement(formats, m("dxf"))
        ET.SubElement(ET.SubElement(ET.SubElement(form, m("fill")), m("patternFill")), m("bgColor"), {"rgb": "FF" + fill})
        formats.set("count", str(len(formats)))
        block = self.put(sheet.root, "conditionalFormatting", {"sqref": reference}, first=True)
        rule = ET.SubElement(block, m("cfRule"), {"type": "expression", "dxfId": str(len(formats) - 1), "priority": "77"})
        ET.SubElement(rule, m("formula")).text = formula
        self.book.change(part)
        self.book.change(sheet.part, sheet.root)

    def choices(self, sheet, reference, texts):
        rules = self.put(sheet.root, "dataValidations")
        rule = ET.SubElement(rules, m("dataValidation"), {"type": "list", "allowBlank": "1", "sqref": reference})
        ET.SubElement(rule, m("formula1")).text = '"' + ",".join(texts) + '"'
        rules.set("count", str(len(rules)))
        self.book.change(sheet.part, sheet.root)

    def merge(self, sheet, reference):
        merges = self.put(sheet.root, "mergeCells")
        ET.SubElement(merges, m("mergeCell"), {"ref": reference})
        merges.set("count", str(len(merges)))
        self.book.change(sheet.part, sheet.root)


def span(first, last, fixed=True):
    """`$B$2:$B$9`."""
    mark = "$" if fixed else ""
    return ":".join(f"{mark}{column_name(column)}{mark}{row}" for row, column in (first, last))
