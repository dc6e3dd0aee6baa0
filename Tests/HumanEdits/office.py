"""LibreOffice as a person uses it, by its API: edits that need a spreadsheet program, and what formulas give when it calculates them anew."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append("/usr/lib/python3/dist-packages")
try:
    import uno
    from com.sun.star.beans import PropertyValue
    from com.sun.star.table import CellAddress, CellRangeAddress, TableSortField
    from com.sun.star.sheet import TableFilterField
    from com.sun.star.sheet.FilterOperator import NOT_EQUAL
except ImportError:
    uno = None

from meaning import MARK
from package import Book, column_name


def value(name, what):
    return PropertyValue(Name=name, Value=what)


class Office:
    """One running LibreOffice, started again if it dies."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="office-")
        self.process = None

    def start(self):
        pipe = f"judge{os.getpid()}"
        self.stop()
        self.process = subprocess.Popen(["soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation=file://{self.folder}/profile",
                                         f"--accept=pipe,name={pipe};urp;"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
        for _ in range(120):
            try:
                context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                self.desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
                return
            except Exception:
                time.sleep(0.5)
        raise RuntimeError("LibreOffice does not start")

    def stop(self):
        if self.process:
            os.killpg(self.process.pid, 9)
            self.process.wait()
            self.process = None

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def open(self, data):
        if not self.process or self.process.poll() is not None:
            self.start()
        path = os.path.join(self.folder, "book.xlsx")
        with open(path, "wb") as file:
            file.write(data)
        document = self.desktop.loadComponentFromURL("file://" + path, "_blank", 0, (value("Hidden", True),))
        if document is None:
            raise RuntimeError("LibreOffice does not open the file")
        return document

    def save(self, document):
        path = os.path.join(self.folder, "saved.xlsx")
        document.storeToURL("file://" + path, (value("FilterName", "Calc MS Excel 2007 XML"),))
        with open(path, "rb") as file:
            return file.read()

    def calculated(self, data, places):
        """What cells give after everything was calculated anew, by (sheet, (row, column)): a number, a text, or "error"."""
        document = self.open(data)
        try:
            document.calculateAll()
            found = {}
            for sheet, at in places:
                cell = document.Sheets.getByName(sheet).getCellByPosition(at[1] - 1, at[0] - 1)
                found[sheet, at] = "error" if cell.getError() else cell.String if cell.FormulaResultType2 == 2 else cell.Value
            return found
        finally:
            document.close(True)

    def edited(self, data, random, count):
        """The file as LibreOffice saves it after some edits, and their names."""
        document, names = self.open(data), []
        try:
            for edit in random.sample(EDITS, count):
                # Where rows and columns lie is read from the file as it now is.
                book = Book(self.save(document))
                tables = [sheet for sheet in book.sheets().values() if sheet.table and sheet.table.kind == "cases" and sheet.table.rows]
                if not tables:
                    break
                try:
                    edit(document, tables[0], random)
                    names.append("office: " + edit.__name__)
                except uno.getClass("com.sun.star.uno.RuntimeException"):
                    names.append("office: refused, the sheet is protected")
            return self.save(document), names or ["office: saved"]
        finally:
            document.close(True)


def sheet_of(document, view):
    return document.Sheets.getByName(view.name)


def bounds(view):
    """The table's rows without its headings, counted from 0."""
    rows = list(view.table.rows.values())
    return min(rows) - 1, max(rows) - 1


def whole(document, view):
    last = max(column for _, column in view.cells)
    first, end = bounds(view)
    return sheet_of(document, view).getCellRangeByPosition(0, first, last - 1, end)


def sort_rows(document, view, random):
    field = TableSortField()
    field.Field, field.IsAscending = random.choice([view.table.ids, view.table.columns.get("Title", 1), view.table.entry]) - 1, random.random() < 0.5
    whole(document, view).sort((value("SortFields", uno.Any("[]com.sun.star.table.TableSortField", (field,))), value("ContainsHeader", False),
                                value("BindFormatsToContent", True)))


def filter_rows(document, view, random):
    field = TableFilterField()
    field.Field, field.Operator, field.IsNumeric, field.StringValue = view.table.entry - 1, NOT_EQUAL, False, random.choice(["OK", "NG"])
    first, end = bounds(view)
    last = max(column for _, column in view.cells)
    filtered = sheet_of(document, view).getCellRangeByPosition(0, view.table.heading - 1, last - 1, end)
    descriptor = filtered.createFilterDescriptor(True)
    descriptor.ContainsHeader = True
    descriptor.setFilterFields((field,))
    filtered.filter(descriptor)


def hide_some_rows(document, view, random):
    rows = sheet_of(document, view).Rows
    for row in view.table.rows.values():
        if random.random() < 0.2:
            rows.getByIndex(row - 1).IsVisible = False


def insert_column(document, view, random):
    """A column of one's own left of the results."""
    sheet = sheet_of(document, view)
    sheet.Columns.insertByIndex(view.table.entry - 1, 1)
    sheet.getCellByPosition(view.table.entry - 1, view.table.heading - 1).String = f"My column {random.randrange(10 ** 6)}"
    for row in view.table.rows.values():
        if random.random() < 0.7:
            sheet.getCellByPosition(view.table.entry - 1, row - 1).String = f"My {random.randrange(10 ** 6)}"


def move_column(document, view, random):
    """Evidence or the note goes to the left of the results, as one cuts a column and inserts it."""
    sheet = sheet_of(document, view)
    source = view.table.column(random.choice([["Note", "備考"], ["Evidence", "エビデンス"], ["Defect", "不具合ID"]])) - 1
    target = random.choice([view.table.entry - 1, 1])
    if source < target:
        return
    sheet.Columns.insertByIndex(target, 1)
    number, last = sheet.RangeAddress.Sheet, 400
    sheet.moveRange(CellAddress(number, target, 0), CellRangeAddress(number, source + 1, 0, source + 1, last))
    sheet.Columns.removeByIndex(source + 1, 1)


def insert_rows(document, view, random):
    sheet = sheet_of(document, view)
    row = random.choice(list(view.table.rows.values()))
    sheet.Rows.insertByIndex(row - 1, 1)
    sheet.getCellByPosition(1, row - 1).String = f"My row {random.randrange(10 ** 6)}"


def rename_sheet(document, view, random):
    name = random.choice(["Round one", "テスト 一回目", "Bob's cases", "A-B & C", "2026"])
    if not document.Sheets.hasByName(name):
        sheet_of(document, view).Name = name


def copy_sheet(document, view, random):
    document.Sheets.copyByName(view.name, f"Round {random.randrange(10 ** 4)}", document.Sheets.Count)


def move_sheet(document, view, random):
    document.Sheets.moveByName(view.name, random.randrange(document.Sheets.Count))


def report(document, view, random):
    name = f"Office report {random.randrange(10 ** 4)}"
    document.Sheets.insertNewByName(name, random.choice([0, document.Sheets.Count]))
    sheet, first_last = document.Sheets.getByName(name), bounds(view)
    letter, ids, quoted = column_name(view.table.entry), column_name(view.table.ids), "$'" + view.name.replace("'", "''") + "'"
    exact = f"{quoted}.${letter}${first_last[0] + 1}:${letter}${first_last[1] + 1}"
    all_ids = f"{quoted}.${ids}${first_last[0] + 1}:${ids}${first_last[1] + 1}"
    one = random.choice(list(view.table.rows))
    for row, (label, formula) in enumerate([
        ("count NG", f'=COUNTIF({exact};"NG")'), ("count NG", f'=COUNTIF({quoted}.{letter}1:{letter}1048576;"NG")'),
        (f"result {one}", f"={quoted}.{letter}{view.table.rows[one]}"), ("rows", f"=COUNTA({all_ids})"),
        (f"result {one}", f'=INDEX({exact};MATCH("{one}";{all_ids};0))'), ("count OK", f'=SUMPRODUCT(({exact}="OK")*1)'),
    ]):
        sheet.getCellByPosition(0, row).String = MARK + label
        sheet.getCellByPosition(1, row).Formula = formula


def merge_below(document, view, random):
    sheet = sheet_of(document, view)
    row = max(row for row, _ in view.cells) + 1
    sheet.getCellRangeByPosition(0, row, 3, row).merge(True)
    sheet.getCellByPosition(0, row).String = f"My merged {random.randrange(10 ** 6)}"


def paint(document, view, random):
    sheet = sheet_of(document, view)
    for row in view.table.rows.values():
        if random.random() < 0.3:
            sheet.getCellByPosition(random.randrange(0, 12), row - 1).CellBackColor = random.randrange(2 ** 24)


def note(document, view, random):
    sheet = sheet_of(document, view)
    row = random.choice(list(view.table.rows.values()))
    sheet.Annotations.insertNew(CellAddress(sheet.RangeAddress.Sheet, view.table.entry - 1, row - 1), f"Office {random.randrange(10 ** 6)}")


EDITS = [sort_rows, sort_rows, filter_rows, hide_some_rows, insert_column, move_column, insert_rows, rename_sheet, copy_sheet, move_sheet, report, merge_below, paint, note]
