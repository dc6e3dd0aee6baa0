"""What people do to a workbook in Excel, at random. Each edit is a function of a desk; its name is counted."""

from excel import Excel, png, span
from meaning import MARK, PEOPLES, cases_sheet, tables
from package import MAIN, Book, column_name

TEXTS = ["seen on a slow line", "再現率 50%", "=1+1", "-", "🎉", 'He said "no"', "a\nb", "<b>&", "  edges  ", "1.10", "0012", "x" * 300, "'", "Q-12345678", "HE-001"]
RESULTS = {"en": ["OK", "NG", "NG", "Blocked", "N/A"], "ja": ["OK", "NG", "NG", "ブロック", "対象外"]}


class Desk:
    """A book, a person, and what the person has in mind."""

    def __init__(self, book, random):
        self.book, self.random, self.excel = book, random, Excel(book)
        self.tag = f"{random.randrange(10 ** 6):06}"

    def text(self):
        return f"My {self.random.choice(TEXTS)} {self.random.randrange(10 ** 6)}"

    def color(self):
        return f"{self.random.randrange(1, 2 ** 24):06X}"

    def sheet(self, kind=None):
        return self.random.choice(list(tables(self.book, kind).values()))

    def row(self, sheet):
        return self.random.choice(list(sheet.table.rows.values()))

    def people_column(self, sheet):
        return sheet.table.columns[self.random.choice([name for name in PEOPLES[sheet.table.kind] if name in sheet.table.columns])]

    def any_column(self, sheet):
        if self.random.random() < 0.6:
            return self.people_column(sheet)
        return self.random.choice([column for name, column in sheet.table.columns.items() if name != "specmatrix"])

    def place(self):
        sheet = self.sheet()
        return sheet, (self.row(sheet), self.any_column(sheet))

    def results(self, sheet):
        return self.random.choice(RESULTS["ja" if "結果" in sheet.table.columns and "ケースID" in sheet.table.columns else "en"])


def results(desk):
    sheet = desk.sheet("cases")
    for row in sheet.table.rows.values():
        if desk.random.random() < 0.5:
            desk.excel.type(sheet, (row, sheet.table.entry), desk.results(sheet))


def notes(desk):
    sheet = desk.sheet("cases")
    for row in sheet.table.rows.values():
        if desk.random.random() < 0.4:
            desk.excel.type(sheet, (row, sheet.table.column(["Note", "備考"])), desk.text())


def answers(desk):
    sheet = desk.sheet("questions")
    for row in sheet.table.rows.values():
        if desk.random.random() < 0.5:
            desk.excel.type(sheet, (row, sheet.table.entry), desk.text())


def numbers(desk):
    sheet = desk.sheet("cases")
    desk.excel.number(sheet, (desk.row(sheet), sheet.table.column(["Note", "備考"])), desk.random.choice([1.1, 1.10, 0.1, 46000, 12345678901]))


def picture(desk):
    sheet, at = desk.place()
    desk.excel.picture(sheet, at, png(desk.random), desk.random.random() < 0.5)


def link(desk):
    sheet = desk.sheet()
    at = (desk.row(sheet), desk.people_column(sheet))
    desk.excel.type(sheet, at, desk.text())
    desk.excel.link(sheet, at, f"https://example.com/{desk.random.randrange(10 ** 6)}?a=1&b=<2>")


def colours(desk):
    sheet, at = desk.place()
    desk.excel.paint(sheet, at, desk.random.choice([None, desk.color()]), desk.color(), desk.random.random() < 0.3)


def coloured_row(desk):
    sheet = desk.sheet()
    row, fill = desk.row(sheet), desk.color()
    for column in list(sheet.table.columns.values())[:-1]:
        desk.excel.paint(sheet, (row, column), fill)


def rich_text(desk):
    sheet = desk.sheet()
    at = (desk.row(sheet), desk.people_column(sheet))
    desk.excel.type(sheet, at, [(desk.text(), desk.color()), (" and ", None), (desk.text(), desk.color())])


def rich_title(desk):
    """Some letters of a generated text made red; the text stays."""
    sheet = desk.sheet("cases")
    at = (desk.row(sheet), sheet.table.column(["Title", "確認観点"]))
    text = sheet.text(at)
    if len(text) > 2:
        desk.excel.type(sheet, at, [(text[:2], "FF0000"), (text[2:], "00AA00")])


def overwrite(desk):
    sheet = desk.sheet("cases")
    desk.excel.type(sheet, (desk.row(sheet), sheet.table.column(["Title", "確認観点"])), desk.text())


def comment(desk):
    sheet, at = desk.place()
    desk.excel.comment(sheet, at, f"Mori: {desk.text()}")


def hide_rows(desk):
    sheet = desk.sheet()
    for row in sheet.table.rows.values():
        if desk.random.random() < 0.2:
            desk.excel.row(sheet, row, hidden="1")


def group_rows(desk):
    sheet = desk.sheet()
    rows = sorted(sheet.table.rows.values())
    start = desk.random.randrange(len(rows))
    for row in rows[start:start + 3]:
        desk.excel.row(sheet, row, outlineLevel="1")


def row_height(desk):
    sheet = desk.sheet()
    desk.excel.row(sheet, desk.row(sheet), ht="77", customHeight="1")


def column_width(desk):
    sheet = desk.sheet()
    desk.excel.column(sheet, desk.any_column(sheet), width=str(desk.random.randrange(5, 60)), customWidth="1")


def hide_column(desk):
    sheet = desk.sheet()
    desk.excel.column(sheet, desk.any_column(sheet), hidden="1")


def own_column(desk):
    """A column behind the last, with texts, or with a formula in every row as dragging it down writes it."""
    sheet = desk.sheet()
    column = max(column for _, column in sheet.cells) + desk.random.choice([1, 1, 2])
    desk.excel.type(sheet, (sheet.table.heading, column), desk.text())
    entry = column_name(sheet.table.entry)
    rows = sorted(sheet.table.rows.values())
    kind = desk.random.choice(["text", "formula", "shared"])
    for number, row in enumerate(rows):
        if kind == "text":
            desk.excel.type(sheet, (row, column), desk.text())
        elif kind == "formula" or rows != list(range(rows[0], rows[-1] + 1)):
            desk.excel.calculate(sheet, (row, column), f'IF({entry}{row}="NG",1,0)')
        elif number == 0:
            desk.excel.calculate(sheet, (row, column), f'IF({entry}{row}="NG",1,0)', t="shared", ref=span((rows[0], column), (rows[-1], column), False), si="77")
        else:
            desk.excel.calculate(sheet, (row, column), "", t="shared", si="77")


def total_below(desk):
    """A total below the table, a blank row apart."""
    sheet = cases_sheet(desk.book)
    last, rows = max(row for row, _ in sheet.cells), sorted(sheet.table.rows.values())
    entry = sheet.table.entry
    row = last + desk.random.choice([1, 2, 3])
    desk.excel.type(sheet, (row, entry - 1), f"{MARK}count NG {desk.tag}")
    desk.excel.calculate(sheet, (row, entry), f'COUNTIF({span((rows[0], entry), (rows[-1], entry), desk.random.random() < 0.5)},"NG")')


def own_row(desk):
    sheet = desk.sheet()
    row = max(row for row, _ in sheet.cells) + desk.random.choice([1, 2])
    for column in desk.random.sample(range(2, 12), 3):
        desk.excel.type(sheet, (row, column), desk.text())


def merged_note(desk):
    sheet = desk.sheet()
    row = max(row for row, _ in sheet.cells) + 2
    desk.excel.type(sheet, (row, 1), desk.text())
    desk.excel.merge(sheet, f"A{row}:D{row + desk.random.choice([0, 1])}")


def conditional(desk):
    sheet = desk.sheet()
    rows, column = sorted(sheet.table.rows.values()), desk.people_column(sheet)
    desk.excel.rule(sheet, span((rows[0], column), (rows[-1], column), False), f'AND("MY{desk.tag}"<>"",{column_name(column)}{rows[0]}="NG")', desk.color())


def own_choices(desk):
    sheet = desk.sheet("cases")
    rows, column = sorted(sheet.table.rows.values()), sheet.table.column(["By", "実施者"])
    desk.excel.choices(sheet, span((rows[0], column), (rows[-1], column), False), ["Mori", "Sato"])


def quoted(sheet):
    return "'" + sheet.name.replace("'", "''") + "'"


def name(desk):
    sheet = cases_sheet(desk.book)
    rows, entry = sorted(sheet.table.rows.values()), sheet.table.entry
    one = desk.row(sheet)
    desk.excel.name(f"my_results_{desk.tag}", f"{quoted(sheet)}!{span((rows[0], entry), (rows[-1], entry))}")
    desk.excel.name(f"my_case_{desk.tag}", f"{quoted(sheet)}!${column_name(entry)}${one}")


def report(desk):
    """A sheet of one's own with formulas over Cases and Questions, and a chart."""
    cases, questions = cases_sheet(desk.book), next(iter(tables(desk.book, "questions").values()), None)
    rows, entry = sorted(cases.table.rows.values()), cases.table.entry
    first, last, letter = rows[0], rows[-1], column_name(entry)
    exact, ids, name = f"{quoted(cases)}!{span((first, entry), (last, entry))}", f"{quoted(cases)}!{span((first, cases.table.ids), (last, cases.table.ids))}", quoted(cases)
    one, other = (desk.random.choice(list(cases.table.rows)) for _ in range(2))
    lines = [("count NG", f'COUNTIF({exact},"NG")'), ("count OK", f'COUNTIF({name}!{letter}:{letter},"OK")'), ("count NG", f'COUNTIF({name}!${letter}:${letter},"NG")'),
             ("count NG", f'SUMPRODUCT(({exact}="NG")*({ids}<>""))'), (f"result {one}", f"{name}!{letter}{cases.table.rows[one]}"),
             (f"result {one}", f"{name}!${letter}${cases.table.rows[one]}"),
             (f"result {other}", f'INDEX({exact},MATCH("{other}",{ids},0))'),
             (f"result {one}", f'VLOOKUP("{one}",{name}!{span((first, cases.table.ids), (last, entry))},{entry - cases.table.ids + 1},FALSE)'),
             ("rows", f"COUNTA({ids})"), ("open", f"COUNTBLANK({exact})"), ("count NG", 'COUNTIF(case_results,"NG")'),
             ("count NG", f'SUM(COUNTIF({exact},{{"NG"}}))+0*LEN("{name[1:-1]}!{letter}1")')]
    if questions:
        answers = sorted(questions.table.rows.values())
        column = questions.table.entry
        lines.append(("answers", f'COUNTIF({quoted(questions)}!{span((answers[0], column), (answers[-1], column))},"?*")'))
    own = desk.excel.sheet(desk.random.choice(["My report", "集計", "Bob's report", "A & B"]) + f" {desk.tag}")
    desk.random.shuffle(lines)
    for row, (label, formula) in enumerate(lines, 1):
        desk.excel.type(own, (row, 1), f"{MARK}{label}")
        desk.excel.calculate(own, (row, 2), formula)
    if desk.random.random() < 0.7:
        desk.excel.chart(own, (2, 5), [f"{quoted(own)}!$B$1:$B$3", exact])
    if desk.random.random() < 0.5:
        desk.excel.picture(own, (4, 12), png(desk.random))


def plain_sheet(desk):
    own = desk.excel.sheet(f"My notes {desk.tag}")
    for row in range(1, 5):
        desk.excel.type(own, (row, desk.random.randrange(1, 5)), desk.text())
    desk.excel.paint(own, (1, 1), desk.color())


def panes(desk):
    sheet = desk.sheet()
    for pane in sheet.root.iter(f"{{{MAIN}}}pane"):
        pane.set("xSplit", "1")
        pane.set("topLeftCell", "B" + pane.get("topLeftCell", "A5").lstrip("ABCDEFGHIJ"))
    desk.excel.book.change(sheet.part, sheet.root)


def printing(desk):
    sheet = desk.sheet()
    desk.excel.put(sheet.root, "pageSetup").attrib.update(orientation="portrait", paperSize="9", scale=str(desk.random.randrange(20, 150)))
    desk.excel.put(sheet.root, "pageMargins").attrib.update(left="1.23")
    desk.excel.book.change(sheet.part, sheet.root)


def ignorable(desk):
    """Attributes of newer versions of Excel on every row."""
    sheet = desk.sheet()
    for row in sheet.rows.values():
        row.set("{http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac}dyDescent", "0.25")
    sheet.root.set("{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable", "x14ac")
    desk.excel.book.change(sheet.part, sheet.root)


EDITS = [results, results, notes, answers, numbers, picture, picture, link, colours, coloured_row, rich_text, rich_title, overwrite, comment, comment,
         hide_rows, group_rows, row_height,
         column_width, hide_column, own_column, total_below, own_row, merged_note, conditional, own_choices, name, report, report, plain_sheet, panes, printing, ignorable]


def edited(data, random, count):
    """A book after some edits, and their names."""
    import newer    # which needs this file's words
    desk, names = Desk(Book(data), random), []
    for edit in [results, *random.sample(EDITS + newer.EDITS, count)]:
        if not tables(desk.book, "cases") or (edit is answers and not tables(desk.book, "questions")):
            continue
        desk.tag = f"{random.randrange(10 ** 6):06}"
        edit(desk)
        names.append(edit.__name__)
    return desk.book.save(), names
