"""The questions as somebody has them open, in the workbook or in the CSV file, and everything that people wrote there."""

import csv
import io
import os

from excel import Excel
from meaning import SET_ASIDE, is_gone, tables
from package import Book, m, name_of, place

try:
    import openpyxl
except ImportError:
    openpyxl = None

# The columns, from that of the numbers.
(NUMBER, QUESTION, KIND, ANSWER, DECIDE, BY, REMARK, ASK, SAYS, COMMENT, ID, ON, TYPE, OPERATION, CONDITION, EXAMPLE, ALSO, COUNT, CASES, OPTIONS,
 FINGERPRINT) = range(21)
PEOPLES = (KIND, ANSWER, DECIDE, COMMENT, REMARK, BY, ON)
# On the sheet of what is set aside the text stands behind these.
ABOUT = 3


class Form:
    def __init__(self, path):
        self.path, self.is_csv = path, path.endswith(".csv")
        self.read()

    def read(self):
        if self.is_csv:
            self.table = read_csv(self.path)
            self.every = {number: row for number, row in enumerate(self.table) if number}
            gone = next((column for column, name in enumerate(self.table[0]) if name in ("Gone", "廃止")), None)
            # Nobody sees a row that is folded.
            self.rows = {number: row for number, row in self.every.items() if gone is None or not row[gone]}
        else:
            self.book = Book(self.path)
            self.sheet = next(iter(tables(self.book, "questions").values()), None)
            found = self.sheet.table if self.sheet else None
            self.first = found.ids - ID if found else 1
            self.every = {row: [self.sheet.text((row, self.first + column)) for column in range(FINGERPRINT + 1)] for row in found.rows.values()} if found else {}
            self.rows = {row: cells for row, cells in self.every.items() if not is_gone(self.sheet, row)}

    def enter(self, cells, way="xml", office=None):
        """Writes texts into cells, by (row, column). Excel and its like take a number that is typed for a number."""
        if self.is_csv:
            for (row, column), text in cells.items():
                self.table[row][column] = text
            write_csv(self.path, self.table)
        elif way == "openpyxl" and openpyxl:
            book = openpyxl.load_workbook(self.path, rich_text=True)
            for (row, column), text in cells.items():
                book[self.sheet.name].cell(row, self.first + column).value = int(text) if text.isascii() and text.isdigit() else text or None
            book.save(self.path)
        elif way == "office" and office:
            document = office.open(self.book.data)
            try:
                for (row, column), text in cells.items():
                    cell = document.Sheets.getByName(self.sheet.name).getCellByPosition(self.first + column - 1, row - 1)
                    if text.isascii() and text.isdigit():
                        cell.Value = int(text)
                    else:
                        cell.String = text
                self.write(office.save(document))
            finally:
                document.close(True)
        else:
            excel = Excel(self.book)
            for (row, column), text in cells.items():
                at = (row, self.first + column)
                if text == "":
                    excel.clear(excel.cell(self.sheet, at))
                    self.book.change(self.sheet.part, self.sheet.root)
                elif text.isascii() and text.isdigit() and column in (KIND, ANSWER):
                    excel.number(self.sheet, at, text)
                else:
                    excel.type(self.sheet, at, text)
            self.write(self.book.save())
        self.read()

    def write(self, data):
        with open(self.path, "wb") as file:
            file.write(data)

    def shuffle(self, random):
        """Puts the rows into another order, as sorting does."""
        numbers = list(self.every)
        order = dict(zip(numbers, random.sample(numbers, len(numbers))))
        if self.is_csv:
            self.table[1:] = [self.table[number] for number in sorted(order, key=order.get)]
            write_csv(self.path, self.table)
        elif numbers:
            data = self.sheet.root.find(m("sheetData"))
            for row in data:
                number = order.get(int(row.get("r")))
                if number:
                    row.set("r", str(number))
                    for cell in row:
                        cell.set("r", name_of(number, place(cell.get("r"))[1]))
            data[:] = sorted(data, key=lambda row: int(row.get("r")))
            self.book.change(self.sheet.part, self.sheet.root)
            self.write(self.book.save())
        self.read()

    def choices(self, row, column):
        """The entries of the drop-down of a cell."""
        for areas, kind, formula in self.sheet.validations() if not self.is_csv else ():
            if kind == "list" and formula and formula.startswith('"') and any(
                    top <= row <= bottom and left <= self.first + column <= right for top, left, bottom, right in areas):
                return formula.strip('"').replace('""', '"').split(",")
        return []

    def written(self):
        """What people wrote, row by row, and what the program put beside it: of closed questions too."""
        found = [[row[column] for column in PEOPLES] for row in self.every.values()]
        if self.is_csv:
            aside = self.path.replace("-questions", "-set-aside")
            return found + [row[ABOUT:] for row in (read_csv(aside)[1:] if os.path.exists(aside) else [])]
        for name, sheet in self.book.sheets().items():
            if name in SET_ASIDE:
                for number in sheet.rows:
                    found.append([sheet.text((number, column)) for column in range(ABOUT + 1, ABOUT + 30)])
        return found


def read_csv(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def write_csv(path, rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        file.write(out.getvalue())
