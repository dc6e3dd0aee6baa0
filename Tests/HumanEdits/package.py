"""A workbook as its parts, and as what a person sees in it: read from the XML alone, so that it judges other readers too."""

import hashlib
import io
import posixpath
import re
import zipfile
import xml.etree.ElementTree as ET

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_REL = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
ART = "http://schemas.openxmlformats.org/drawingml/2006/main"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"

for prefix, uri in {
    "": MAIN, "r": REL, "xdr": DRAWING, "a": ART, "c": CHART,
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "x14ac": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac",
    "x14": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main",
    "xr": "http://schemas.microsoft.com/office/spreadsheetml/2014/revision",
    "xm": "http://schemas.microsoft.com/office/excel/2006/main",
}.items():
    ET.register_namespace(prefix, uri)


def m(name):
    return f"{{{MAIN}}}{name}"


def column_name(number):
    name = ""
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name


def column_number(name):
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number


def place(reference):
    """`$B$7` → (7, 2)."""
    found = re.fullmatch(r"\$?([A-Z]+)\$?(\d+)", reference)
    return int(found[2]), column_number(found[1])


def area(reference):
    """`B2:C7`, `B:B`, `4:4` or `B2` → first row, first column, last row, last column."""
    first, _, last = reference.replace("$", "").partition(":")
    ends = []
    for end, row, column in ((first, 1, 1), (last or first, 1048576, 16384)):
        found = re.fullmatch(r"([A-Z]*)(\d*)", end)
        ends += [int(found[2] or row), column_number(found[1]) or column]
    return tuple(ends)


def name_of(row, column):
    return column_name(column) + str(row)


class Book:
    """A package, its parts by name. What is parsed is parsed once; `change` and `save` write it back."""

    def __init__(self, data):
        if isinstance(data, str):
            with open(data, "rb") as file:
                data = file.read()
        self.data = data
        self.parts, self.order = {}, []
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            for name in package.namelist():
                if not name.endswith("/"):
                    self.parts[name] = package.read(name)
                    self.order.append(name)
        self.trees, self.views = {}, {}

    def tree(self, part):
        if part not in self.trees:
            self.trees[part] = ET.fromstring(self.parts[part])
        return self.trees[part]

    def change(self, part, tree=None):
        """Writes a tree into its part."""
        tree = self.tree(part) if tree is None else tree
        self.trees[part] = tree
        spaces = {MAIN: ""}
        if tree.tag.startswith("{" + PACKAGE_REL):
            spaces = {PACKAGE_REL: ""}
        elif tree.tag.startswith("{" + TYPES):
            spaces = {TYPES: ""}
        for uri, prefix in spaces.items():
            ET.register_namespace(prefix, uri)
        if part not in self.parts:
            self.order.append(part)
        text = ET.tostring(tree, encoding="unicode")
        self.parts[part] = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + text).encode()
        ET.register_namespace("", MAIN)
        self.views = {}

    def save(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
            for name in self.order:
                package.writestr(name, self.parts[name])
        return out.getvalue()

    # MARK: Relationships

    def relations(self, part):
        """By id: type (its last word), target part or address, whether external."""
        folder, name = posixpath.split(part)
        rels = f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels"
        found = {}
        if rels in self.parts:
            for relation in self.tree(rels):
                external = relation.get("TargetMode") == "External"
                target = relation.get("Target")
                if not external:
                    target = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
                found[relation.get("Id")] = (relation.get("Type").rsplit("/", 1)[-1], target, external)
        return found

    def related(self, part, kind):
        return [target for type, target, _ in self.relations(part).values() if type == kind]

    @property
    def workbook_part(self):
        return self.related("", "officeDocument")[0]

    def sheet_parts(self):
        """Names in their order, with the part of each and its state."""
        relations = self.relations(self.workbook_part)
        return [(sheet.get("name"), relations[sheet.get(f"{{{REL}}}id")][1], sheet.get("state", "visible"))
                for sheet in self.tree(self.workbook_part).iter(m("sheet"))]

    def names(self):
        """Defined names, as (name, sheet or None): formula."""
        sheets = [name for name, _, _ in self.sheet_parts()]
        return {(name.get("name"), sheets[int(name.get("localSheetId"))] if name.get("localSheetId") else None): name.text or ""
                for name in self.tree(self.workbook_part).iter(m("definedName"))}

    # MARK: Texts and styles

    def strings(self):
        if "strings" not in self.views:
            parts = self.related(self.workbook_part, "sharedStrings")
            self.views["strings"] = [runs_of(item) for item in self.tree(parts[0]).findall(m("si"))] if parts else []
        return self.views["strings"]

    def style(self, index):
        """What a person sees of a cell's style."""
        styles = self.tree(self.related(self.workbook_part, "styles")[0])
        formats = styles.find(m("cellXfs"))
        if index >= len(formats):
            return {"broken": index}
        form = formats[index]
        font = styles.find(m("fonts"))[int(form.get("fontId", 0))]
        fill = styles.find(m("fills"))[int(form.get("fillId", 0))]
        pattern = fill.find(m("patternFill"))
        solid = pattern is not None and pattern.get("patternType") == "solid"
        return {"fill": color(pattern.find(m("fgColor"))) if solid else None, "color": color(font.find(m("color"))),
                "bold": flag(font.find(m("b"))), "strike": flag(font.find(m("strike")))}

    def sheets(self):
        if "sheets" not in self.views:
            self.views["sheets"] = {name: Sheet(self, name, part, state) for name, part, state in self.sheet_parts()}
        return self.views["sheets"]


def flag(element):
    return element is not None and element.get("val", "1") not in ("0", "false")


def color(element):
    if element is None:
        return None
    value = element.get("rgb")
    return value[-6:].upper() if value else tuple(sorted(element.attrib.items()))


def runs_of(item):
    """A text as (text, colour, bold) of its runs; a plain text is one run without properties."""
    runs = []
    for child in item:
        if child.tag == m("t"):
            runs.append((child.text or "", None, False))
        elif child.tag == m("r"):
            properties = child.find(m("rPr"))
            look = (None, False) if properties is None else (color(properties.find(m("color"))), flag(properties.find(m("b"))))
            text = child.find(m("t"))
            runs.append(((text.text or "") if text is not None else "", *look))
    return runs


class Sheet:
    """One sheet as a person sees it. Rows and columns count from 1."""

    def __init__(self, book, name, part, state):
        self.book, self.name, self.part, self.state = book, name, part, state
        self.root = book.tree(part)
        self.rows, self.cells, self.texts = {}, {}, {}
        for row in self.root.iter(m("row")):
            number = int(row.get("r"))
            self.rows[number] = row
            for cell in row.findall(m("c")):
                self.cells[place(cell.get("r"))] = cell
        self.table = Table.found(self)

    def runs(self, at):
        cell = self.cells.get(at)
        if cell is None:
            return []
        if cell.get("t") == "inlineStr":
            item = cell.find(m("is"))
            return runs_of(item) if item is not None else []
        value = cell.find(m("v"))
        if value is None or value.text is None:
            return []
        return self.book.strings()[int(value.text)] if cell.get("t") == "s" else [(value.text, None, False)]

    def text(self, at):
        if at not in self.texts:
            self.texts[at] = "".join(run[0] for run in self.runs(at))
        return self.texts[at]

    def style(self, at):
        cell = self.cells.get(at)
        return self.book.style(int(cell.get("s", 0))) if cell is not None else {}

    def formula(self, at):
        cell = self.cells.get(at)
        formula = cell.find(m("f")) if cell is not None else None
        return None if formula is None else formula

    def hidden(self, row):
        return row in self.rows and self.rows[row].get("hidden") in ("1", "true")

    def column(self, number):
        """The attributes of a column."""
        for column in self.root.iter(m("col")):
            if int(column.get("min")) <= number <= int(column.get("max")):
                return column.attrib
        return {}

    def merges(self):
        return [area(merge.get("ref")) for merge in self.root.iter(m("mergeCell"))]

    def links(self):
        """By cell: an address or a place in the book."""
        relations, found = self.book.relations(self.part), {}
        for link in self.root.iter(m("hyperlink")):
            target = relations.get(link.get(f"{{{REL}}}id"), (None, None))[1]
            top, left, bottom, right = area(link.get("ref"))
            for row in range(top, min(bottom, top + 2000) + 1):
                for column in range(left, min(right, left + 50) + 1):
                    found[row, column] = (target, link.get("location"))
        return found

    def comments(self):
        found = {}
        for part in self.book.related(self.part, "comments"):
            for comment in self.book.tree(part).iter(m("comment")):
                text = "".join(element.text or "" for element in comment.iter(m("t")))
                found[place(comment.get("ref"))] = text
        return found

    def threads(self):
        """Conversations of Excel 365, by cell."""
        found = {}
        for part in self.book.related(self.part, "threadedComment"):
            for element in self.book.tree(part):
                at = place(element.get("ref"))
                found[at] = found.get(at, "") + "".join(element.itertext())
        return found

    def note_boxes(self):
        """The cells that have a box for their comment; without one Excel does not show it."""
        found = set()
        for part in self.book.related(self.part, "vmlDrawing"):
            text = self.book.parts[part].decode("utf-8", "replace")
            for row, column in re.findall(r"<x:Row>(\d+)</x:Row>\s*<x:Column>(\d+)</x:Column>", text):
                found.add((int(row) + 1, int(column) + 1))
        return found

    def anchors(self):
        """Pictures and charts: (first row, first column, last row or None, digest of the picture or part of the chart)."""
        found = []
        for part in self.book.related(self.part, "drawing"):
            relations = self.book.relations(part)
            for anchor in self.book.tree(part):
                first, last = anchor.find(f"{{{DRAWING}}}from"), anchor.find(f"{{{DRAWING}}}to")
                if first is None:
                    continue
                row, column = (int(first.find(f"{{{DRAWING}}}{name}").text) + 1 for name in ("row", "col"))
                end = int(last.find(f"{{{DRAWING}}}row").text) + 1 if last is not None else None
                for blip in anchor.iter(f"{{{ART}}}blip"):
                    target = relations.get(blip.get(f"{{{REL}}}embed"), (None, None))[1]
                    data = self.book.parts.get(target)
                    found.append((row, column, end, digest(data) if data else "missing"))
                for chart in anchor.iter(f"{{{CHART}}}chart"):
                    found.append((row, column, end, relations.get(chart.get(f"{{{REL}}}id"), (None, "missing"))[1]))
        return found

    def formats(self):
        """Conditional formats: (areas, formulas)."""
        return [([area(ref) for ref in block.get("sqref").split()], [formula.text for formula in block.iter(m("formula"))])
                for block in self.root.iter(m("conditionalFormatting"))]

    def validations(self):
        return [([area(ref) for ref in (rule.get("sqref") or "").split()], rule.get("type"), rule.findtext(m("formula1")))
                for rule in self.root.iter(m("dataValidation"))]


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


class Table:
    """The rows of cases or questions on a sheet: their ids and headings."""

    CASE, RESULT = ("Case", "ケースID"), ("Result", "結果")
    QUESTION, ANSWER = ("Question", "確認ID"), ("Result or reason", "期待結果・理由")
    ID = re.compile(r"[A-Z0-9]+(?:-[A-Z0-9]+)*-(?=[A-Z]{0,2}\d)[2-9A-Z]{3,12}|Q-[0-9A-F]{6,}")

    # Sheets of the program on which a factor may be named like a heading.
    OTHERS = {"Summary", "Decisions", "Outcomes", "Progress", "Rules", "Factors", "Coverage", "Changes",
              "概要", "決定の確認", "期待結果一覧", "進捗", "ルール", "因子・水準", "網羅状況", "前回からの変更"}

    @staticmethod
    def found(sheet):
        if sheet.name in Table.OTHERS:
            return None
        by_row = {}
        for (row, column) in sheet.cells:
            if row <= 40 and sheet.text((row, column)):
                by_row.setdefault(row, {}).setdefault(sheet.text((row, column)), column)
        for row in sorted(by_row):
            for ids, entries in ((Table.CASE, Table.RESULT), (Table.QUESTION, Table.ANSWER)):
                head = [by_row[row][name] for name in ids if name in by_row[row]]
                if head and any(name in by_row[row] for name in entries):
                    return Table(sheet, row, by_row[row], head[0], "cases" if ids is Table.CASE else "questions")
        return None

    def __init__(self, sheet, heading, columns, ids, kind):
        self.heading, self.columns, self.ids, self.kind = heading, columns, ids, kind
        self.rows = {}
        for row in sorted(sheet.rows):
            text = sheet.text((row, ids))
            if row > heading and Table.ID.fullmatch(text):
                self.rows.setdefault(text, row)
        self.by_row = {row: id for id, row in self.rows.items()}
        self.by_column = {column: name for name, column in columns.items()}

    def column(self, names):
        return next((self.columns[name] for name in names if name in self.columns), None)

    @property
    def entry(self):
        """The column of results or answers."""
        return self.column(self.RESULT if self.kind == "cases" else self.ANSWER)
