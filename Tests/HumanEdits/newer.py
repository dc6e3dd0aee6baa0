"""Edits that lie deeper in a workbook: what newer versions of Excel keep in extensions, tables, links to cells, threaded comments."""

import xml.etree.ElementTree as ET

from excel import span
from meaning import MARK, cases_sheet
from package import MAIN, PACKAGE_REL, REL, m, name_of
from people import quoted

X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
XM = "http://schemas.microsoft.com/office/excel/2006/main"
THREADED = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"


def results_of(sheet):
    rows, entry = sorted(sheet.table.rows.values()), sheet.table.entry
    return f"{quoted(sheet)}!{span((rows[0], entry), (rows[-1], entry))}"


def extension(desk, sheet, uri, inside):
    block = desk.excel.put(sheet.root, "extLst")
    block.append(ET.fromstring(f'<ext xmlns="{MAIN}" xmlns:x14="{X14}" xmlns:xm="{XM}" uri="{uri}">{inside}</ext>'))
    desk.book.change(sheet.part, sheet.root)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def sparklines(desk):
    """Small charts in cells of an own sheet, over the results."""
    cases = cases_sheet(desk.book)
    own = desk.excel.sheet(f"My lines {desk.tag}")
    desk.excel.type(own, (1, 1), desk.text())
    extension(desk, own, "{05C60535-1F16-4fd2-B633-F4F36F0B64E0}",
              f"<x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>{escaped(results_of(cases))}</xm:f><xm:sqref>B2</xm:sqref>"
              "</x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups>")


def choices_elsewhere(desk):
    """The names of testers on an own sheet, chosen from in the column By: Excel keeps that in an extension."""
    cases = cases_sheet(desk.book)
    own = desk.excel.sheet(f"My team {desk.tag}")
    for row in (1, 2, 3):
        desk.excel.type(own, (row, 1), desk.text())
    rows, column = sorted(cases.table.rows.values()), cases.table.column(["By", "実施者"])
    extension(desk, cases, "{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}",
              f'<x14:dataValidations count="1"><x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>{escaped(quoted(own))}!$A$1:$A$3</xm:f></x14:formula1>'
              f"<xm:sqref>{span((rows[0], column), (rows[-1], column), False)}</xm:sqref></x14:dataValidation></x14:dataValidations>")


def choices_of_cases(desk):
    """On an own sheet one chooses a case, sees a colour where there is an NG, and jumps to its row."""
    cases = cases_sheet(desk.book)
    own = desk.excel.sheet(f"My desk {desk.tag}")
    desk.excel.type(own, (1, 1), desk.text())
    rows, ids = sorted(cases.table.rows.values()), cases.table.ids
    one = desk.row(cases)
    block = desk.excel.put(own.root, "dataValidations", {"count": "1"})
    rule = ET.SubElement(block, m("dataValidation"), {"type": "list", "sqref": "B1"})
    ET.SubElement(rule, m("formula1")).text = f"{quoted(cases)}!{span((rows[0], ids), (rows[-1], ids))}"
    desk.book.change(own.part, own.root)
    desk.excel.rule(own, "A1:A3", f'{quoted(cases)}!{name_of(one, cases.table.entry)}="NG"', desk.color())
    desk.excel.link(own, (3, 1), location=f"{quoted(cases)}!{name_of(one, 1)}")


def table(desk):
    """A table on an own sheet, with a calculated column over Cases."""
    cases = cases_sheet(desk.book)
    own = desk.excel.sheet(f"My table {desk.tag}")
    formula = f'COUNTIF({results_of(cases)},"NG")'
    desk.excel.type(own, (1, 1), "Label")
    desk.excel.type(own, (1, 2), "Number")
    for row in (2, 3):
        desk.excel.type(own, (row, 1), f"{MARK}count NG {row}")
        desk.excel.calculate(own, (row, 2), formula)
    part = desk.excel.free("xl/tables/table%d.xml")
    number = int(part[len("xl/tables/table"):-4])
    desk.excel.part(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml",
                    f'<table xmlns="{MAIN}" id="{number}" name="Mine{desk.tag}" displayName="Mine{desk.tag}" ref="A1:B3"><autoFilter ref="A1:B3"/><tableColumns count="2">'
                    f'<tableColumn id="1" name="Label"/><tableColumn id="2" name="Number"><calculatedColumnFormula>{escaped(formula)}</calculatedColumnFormula></tableColumn>'
                    "</tableColumns></table>")
    block = desk.excel.put(own.root, "tableParts", {"count": "1"})
    ET.SubElement(block, m("tablePart"), {f"{{{REL}}}id": desk.excel.relate(own.part, "table", part)})
    desk.book.change(own.part, own.root)


def threaded_comment(desk):
    """A conversation as Excel 365 keeps it, beside a comment for older versions."""
    sheet, at = desk.place()
    if desk.book.related(sheet.part, "threadedComment") or not desk.excel.comment(sheet, at, f"[Threaded comment] My question {desk.tag}"):
        return
    people, part = "xl/persons/person.xml", desk.excel.free("xl/threadedComments/threadedComment%d.xml")
    if people not in desk.book.parts:
        desk.excel.part(people, "application/vnd.ms-excel.person+xml",
                        f'<personList xmlns="{THREADED}"><person displayName="Mori" id="{{A0000000-0000-0000-0000-000000000001}}" userId="Mori" providerId="None"/></personList>')
        relate(desk, desk.book.workbook_part, "http://schemas.microsoft.com/office/2017/10/relationships/person", people)
    desk.excel.part(part, "application/vnd.ms-excel.threadedcomments+xml",
                    f'<ThreadedComments xmlns="{THREADED}"><threadedComment ref="{name_of(*at)}" dT="2026-11-22T09:00:00.00" personId="{{A0000000-0000-0000-0000-000000000001}}" '
                    f'id="{{B0000000-0000-0000-0000-000000{desk.tag}}}"><text>My question {desk.tag}</text></threadedComment></ThreadedComments>')
    relate(desk, sheet.part, "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment", part)


def relate(desk, part, kind, target):
    """A relation of a kind that has its own namespace."""
    id = desk.excel.relate(part, "image", target)
    folder, _, name = part.rpartition("/")
    rels = f"{folder}/_rels/{name}.rels"
    next(child for child in desk.book.tree(rels).iter(f"{{{PACKAGE_REL}}}Relationship") if child.get("Id") == id).set("Type", kind)
    desk.book.change(rels)


def pivot(desk):
    """A pivot table over all cases."""
    cases = cases_sheet(desk.book)
    if desk.book.related(desk.book.workbook_part, "pivotCacheDefinition"):
        return
    rows, columns = sorted(cases.table.rows.values()), [cases.table.by_column.get(column) for column in range(1, cases.table.entry + 1)]
    if None in columns:
        return
    own = desk.excel.sheet(f"My pivot {desk.tag}")
    desk.excel.type(own, (1, 1), desk.text())
    cache, part, reference = "xl/pivotCache/pivotCacheDefinition1.xml", "xl/pivotTables/pivotTable1.xml", span((cases.table.heading, 1), (rows[-1], len(columns)), False)
    fields = "".join(f'<cacheField name="{escaped(name)}" numFmtId="0"><sharedItems/></cacheField>' for name in columns).replace("\n", "&#10;")
    desk.excel.part(cache, "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml",
                    f'<pivotCacheDefinition xmlns="{MAIN}" refreshOnLoad="1" saveData="0"><cacheSource type="worksheet"><worksheetSource ref="{reference}" '
                    f'sheet="{escaped(cases.name)}"/></cacheSource><cacheFields count="{len(columns)}">{fields}</cacheFields></pivotCacheDefinition>')
    workbook = desk.book.tree(desk.book.workbook_part)
    at = next((index for index, child in enumerate(workbook) if child.tag.split("}")[1] in ("smartTagPr", "webPublishing", "fileRecoveryPr", "extLst")), len(workbook))
    caches = ET.Element(m("pivotCaches"))
    workbook.insert(at, caches)
    ET.SubElement(caches, m("pivotCache"), {"cacheId": "7", f"{{{REL}}}id": desk.excel.relate(desk.book.workbook_part, "pivotCacheDefinition", cache)})
    desk.book.change(desk.book.workbook_part)
    items = "".join('<pivotField showAll="0"/>' for _ in columns[:-1]) + '<pivotField dataField="1" showAll="0"/>'
    desk.excel.part(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotTable+xml",
                    f'<pivotTableDefinition xmlns="{MAIN}" name="Mine" cacheId="7" dataCaption="Values"><location ref="A3:A4" firstHeaderRow="1" firstDataRow="1" firstDataCol="0"/>'
                    f'<pivotFields count="{len(columns)}">{items}</pivotFields><rowItems count="1"><i/></rowItems><colItems count="1"><i/></colItems>'
                    f'<dataFields count="1"><dataField name="Count" fld="{len(columns) - 1}" subtotal="count"/></dataFields></pivotTableDefinition>')
    desk.excel.relate(own.part, "pivotTable", part)
    desk.excel.relate(part, "pivotCacheDefinition", cache)


def looks(desk):
    """A zoom, the colour of a tab, protection."""
    sheet = desk.sheet()
    view = next(sheet.root.iter(m("sheetView")))
    view.set("zoomScale", str(desk.random.randrange(40, 200)))
    properties = desk.excel.put(sheet.root, "sheetPr")
    for old in properties.findall(m("tabColor")):
        properties.remove(old)
    properties.insert(0, ET.Element(m("tabColor"), {"rgb": "FF" + desk.color()}))
    if desk.random.random() < 0.3:
        desk.excel.put(sheet.root, "sheetProtection", {"sheet": "1", "formatCells": "0"})
    desk.book.change(sheet.part, sheet.root)


EDITS = [pivot, looks, sparklines, choices_elsewhere, choices_of_cases, table, threaded_comment]
