"""What of a workbook is people's, where it lies in the words of cases and headings, and what formulas should give."""

import re

from package import MAIN, area, column_name

# A text that says what the formula to its right counts: what it should give follows from the sheets alone.
MARK = "=> "

PEOPLES = {"cases": ["Result", "By", "On", "Device/build", "Defect", "Evidence", "Note", "結果", "実施者", "実施日", "端末・ビルド", "不具合ID", "エビデンス", "備考"],
           "questions": ["Your choice", "Result or reason", "Decide by", "Who", "Comment", "Answered on", "選択", "期待結果・理由", "決定期日", "回答者", "コメント", "回答日"]}
GENERATED = {"Case", "ケースID", "Title", "確認観点", "Setup", "前提条件", "Steps", "手順", "Expected result", "期待結果", "No.", "Question", "確認ID", "確認したいこと",
             "Check again", "再確認"}
REFERENCE = re.compile(r"(?:('(?:[^']|'')+'|[^\s'!(),;=+*/&<>\"-]+)!)?(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d+:\$?\d+)(?![\w(])")


def tables(book, kind=None):
    return {name: sheet for name, sheet in book.sheets().items()
            if sheet.table and sheet.table.entry and sheet.table.rows and name not in SET_ASIDE and (kind is None or sheet.table.kind == kind)}


SET_ASIDE = {"Set aside", "退避した記入"}
OURS = {"Summary", "Questions", "Decisions", "Outcomes", "Cases", "End to end", "Progress", "Rules", "Factors", "Coverage", "Changes", "Set aside", "specmatrix",
        "概要", "仕様の確認", "決定の確認", "期待結果一覧", "テストケース", "シナリオ", "進捗", "ルール", "因子・水準", "網羅状況", "前回からの変更", "退避した記入"}


def is_gone(sheet, row):
    """True if the spec no longer has what a row is about."""
    column = sheet.table.column(["Gone", "廃止"])
    return column is not None and bool(sheet.text((row, column)))


def cases_sheet(book):
    """The first sheet with cases; a copy stands behind it."""
    return next(iter(tables(book, "cases").values()), None)


def headings(sheet, last=None):
    """Headings from left to right; a second one of the same text counts by its place."""
    table, found = sheet.table, {}
    for (row, column) in sorted(sheet.cells):
        text = sheet.text((row, column))
        if row == table.heading and text:
            count = sum(1 for other in found.values() if other.split("\0")[0] == text)
            found[column] = text + ("\0" + str(count) if count else "")
    return found


# MARK: Places, as people mean them


def meant(book, sheet, reference):
    """A reference as its cases and headings: ({ids} or rows, {headings} or columns)."""
    top, left, bottom, right = area(reference)
    view = book.sheets().get(sheet)
    if view is None:
        return "gone"
    if view.table is None:
        return (top, bottom), (left, right)
    heads = headings(view)
    rows = "all" if (top, bottom) == (1, 1048576) else frozenset(id for id, row in view.table.rows.items() if top <= row <= bottom)
    if not rows:
        rows = "none"
    columns = "all" if (left, right) == (1, 16384) else tuple(heads.get(column, "") for column in range(left, min(right, left + 60) + 1))
    return rows, columns


def references(book, formula, own):
    """The places that a formula names, as (sheet, meaning)."""
    found = []
    for sheet, reference in REFERENCE.findall(re.sub(r'"[^"]*"', '""', formula or "")):
        sheet = sheet.strip("'").replace("''", "'") if sheet else own
        found.append((sheet, meant(book, sheet, reference)))
    return found


def same_place(old, new, gone, fresh):
    """True if a place means what it meant. Cases that are gone may be missing, new ones may be in it."""
    if old == new:
        return True
    if "gone" in (old, new) or old[1] != new[1]:
        return not isinstance(old[0], str) and not (set(old[0]) - gone) if new == "gone" or old == "gone" else False
    if isinstance(old[0], frozenset):
        kept = old[0] - gone
        if not kept:
            return True
        return isinstance(new[0], frozenset) and kept <= new[0] and new[0] - old[0] <= fresh
    return False


# MARK: What formulas should give


def expected(book, said):
    """The number or text that a formula labelled so should give, from the sheets alone; None if nothing can be said."""
    words = said[len(MARK):].split(" ")
    cases = cases_sheet(book)
    questions = next(iter(tables(book, "questions").values()), None)
    if cases is None:
        return None
    result = cases.table.entry
    results = {id: cases.text((row, result)) for id, row in cases.table.rows.items()}
    if words[0] == "count":
        return float(sum(value == words[1] for value in results.values()))
    if words[0] == "rows":
        return float(len(results))
    if words[0] == "open":
        return float(sum(not value for value in results.values()))
    if words[0] == "result":
        return results.get(words[1])
    if words[0] == "answers" and questions:
        return float(sum(bool(questions.text((row, questions.table.entry))) for row in questions.table.rows.values()))
    return None


def answers_left(old, new):
    """How many of the rows of questions that there were have an answer now."""
    sheet = next(iter(tables(old, "questions").values()))
    now = new.sheets()[sheet.name]
    return float(sum(bool(now.text((row, now.table.entry))) for row in sheet.table.rows.values()))


def progress(book):
    """What the program's own summary should say of each sheet with cases: (sheet, label, cell, number)."""
    summary = next((sheet for name, sheet in book.sheets().items() if name in ("Summary", "概要")), None)
    for (row, column) in sorted(summary.cells) if summary else []:
        said, formula = summary.text((row, column)), summary.formula((row, column + 1))
        if column != 1 or formula is None or said not in ("OK", "NG", "Cases", "テストケース"):
            continue
        cases = tables(book, "cases").get(next((sheet for sheet, _ in references(book, formula.text, "")), None))
        again = cases.table.column(["Check again", "再確認"]) if cases else None
        if again:
            rows = [at for at in cases.table.rows.values() if not is_gone(cases, at)]
            texts = [cases.text((at, cases.table.entry)) for at in rows if not cases.text((at, again))]
            yield summary.name, said, (row, 2), float(texts.count(said) if said in ("OK", "NG") else len(rows))


def own_columns(book):
    """Cells of people's own columns that say in each row whether there is an NG: (sheet, cell, number)."""
    for name, sheet in tables(book).items():
        for column, heading in sheet.table.by_column.items():
            for id, row in sheet.table.rows.items() if heading.startswith("My ") else ():
                if sheet.formula((row, column)) is not None:
                    yield name, (row, column), float(sheet.text((row, sheet.table.entry)) == "NG")


def labelled(book):
    """Cells with a formula whose meaning stands to the left: (sheet, label, where)."""
    for name, sheet in book.sheets().items():
        for row, column in sheet.cells:
            text = sheet.text((row, column))
            if text.startswith(MARK) and sheet.formula((row, column + 1)) is not None:
                yield name, text, (row, column + 1)


def said_elsewhere(sheet):
    """By kind: formulas that stand in no cell. Of the program's own, only those of people."""
    found, own = {}, not sheet.table and not is_ours(sheet.name)
    for element in sheet.root.iter():
        tag, text = element.tag.split("}")[1], element.text or ""
        if element.tag == "{http://schemas.microsoft.com/office/excel/2006/main}f":
            found.setdefault("extension's formula", []).append(text)
        elif element.tag == "{http://schemas.microsoft.com/office/excel/2006/main}sqref" and sheet.table:
            found.setdefault("extension's area", []).append(text)
        elif tag == "formula1" and own and "!" in text:
            found.setdefault("choices' formula", []).append(text)
        elif tag == "formula" and own and "!" in text:
            found.setdefault("format's formula", []).append(text)
        elif tag == "hyperlink" and own and element.get("location"):
            found.setdefault("link to a cell", []).append(element.get("location"))
    for part in sheet.book.related(sheet.part, "table"):
        for element in sheet.book.tree(part).iter(f"{{{MAIN}}}calculatedColumnFormula"):
            found.setdefault("table's formula", []).append(element.text)
    return found


def is_ours(name):
    """True if the program names a sheet so."""
    return name in OURS


def show(place):
    if isinstance(place, str):
        return place
    return tuple(sorted(part) if isinstance(part, frozenset) else part for part in place)
