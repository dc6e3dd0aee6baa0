"""Two workbooks compared: the one that a person saved, and the one that was made of it."""

import html

from meaning import (MARK, GENERATED, PEOPLES, cases_sheet, headings, is_gone, is_ours, meant, references, said_elsewhere, same_place, show, tables)
from package import CHART, MAIN, Table


def drop(pane, sheet):
    """Rows that are frozen, counted from the headings, and columns."""
    rows = int(float(pane.get("ySplit", 0)))
    return (rows - sheet.table.heading if sheet.table and rows else rows, pane.get("xSplit"))


def joined(runs):
    """Runs that look alike are one: LibreOffice parts them by script."""
    found = []
    for text, color, bold in runs:
        if found and found[-1][1:] == (color, bold):
            found[-1] = (found[-1][0] + text, color, bold)
        else:
            found.append((text, color, bold))
    return found


class Comparison:
    """The workbook that a person saved, and the one that was made of it."""

    def __init__(self, old, new):
        self.old, self.new, self.losses = old, new, []
        self.compared = {}

    def lose(self, kind, text):
        self.losses.append((kind, text))

    def count(self, kind, number=1):
        self.compared[kind] = self.compared.get(kind, 0) + number

    def run(self):
        olds, news = list(self.old.sheets()), list(self.new.sheets())
        for name in olds:
            if name not in news:
                self.lose("sheet", f"{name} is gone")
                continue
            old, new = self.old.sheets()[name], self.new.sheets()[name]
            if old.table and name in tables(self.old):
                if new.table is None or not new.table.rows:
                    # All questions may be answered; then their answers are looked for elsewhere.
                    new.table = new.table or Table(new, 10 ** 6, {}, 1, old.table.kind)
                self.table(old, new)
            elif not is_ours(name):
                self.own(old, new)
            self.over(old, new)
        common = [name for name in news if name in olds]
        if common != [name for name in olds if name in news]:
            self.lose("sheet order", f"{olds} → {news}")
        self.media()
        self.names()
        self.charts()
        self.elsewhere()
        self.our_names()
        self.pivots()
        return self.losses

    def everywhere(self, text):
        return any(text in sheet.text(at) for sheet in self.new.sheets().values() for at in sheet.cells)

    def table(self, old, new):
        kind = old.table.kind
        heads, fresh = headings(old), headings(new)
        columns = {heads[column]: column for column in heads}
        now = {fresh[column]: column for column in fresh}
        kept = [id for id in old.table.rows if id in new.table.rows]
        gone = [id for id in old.table.rows if id not in new.table.rows]
        order = sorted(kept, key=old.table.rows.get)
        if order != sorted(kept, key=new.table.rows.get):
            self.lose("order", f"{old.name}: {order} → {sorted(kept, key=new.table.rows.get)}")
        common = [name for name in columns if name in now]
        if common != sorted(common, key=now.get):
            self.lose("column order", f"{old.name}: {common} → {sorted(common, key=now.get)}")
        if len(common) < len(columns):
            own = [name for name in columns if name not in now and (name in PEOPLES[kind] or name.startswith("My "))]
            if own:
                self.lose("column", f"{old.name}: {own} gone")
        self.count("rows", len(kept))
        for name in common:
            left, right = dict(old.column(columns[name])), dict(new.column(now[name]))
            for what in ("width", "hidden", "outlineLevel"):
                before, after = (side.get(what, "0").replace("true", "1").replace("false", "0") for side in (left, right))
                if before != after and not (what == "width" and abs(float(before) - float(after)) < 0.01):
                    self.lose(f"column {what}", f"{old.name}!{name}: {before} → {after}")
        links, links_now, comments, comments_now = old.links(), new.links(), old.comments(), new.comments()
        boxes, boxes_now, threads, threads_now = old.note_boxes(), new.note_boxes(), old.threads(), new.threads()
        for id in kept:
            row, after = old.table.rows[id], new.table.rows[id]
            where = f"{old.name} {id}"
            if is_gone(old, row) != is_gone(new, after):
                # What is gone is folded unless a picture hangs on it, which LibreOffice would move; what comes back is not.
                is_folded = is_gone(new, after) and not any(after == at for at, *_ in new.anchors())
                if new.hidden(after) != is_folded and old.rows[row].get("outlineLevel", "0") == "0":
                    self.lose("folded row", where)
            elif not self.is_sorted(old):
                if old.hidden(row) != new.hidden(after):
                    self.lose("hidden row", f"{where}: {old.hidden(row)} → {new.hidden(after)}")
                if old.rows[row].get("outlineLevel", "0") != new.rows[after].get("outlineLevel", "0"):
                    self.lose("grouped row", where)
            same = all(old.text((row, columns[name])) == new.text((after, now[name])) for name in common if name not in PEOPLES[kind] and not name.startswith("My "))
            if same and old.rows[row].get("ht") == "77" and new.rows[after].get("ht") != "77":
                self.lose("row height", f"{where}: 77 → {new.rows[after].get('ht')}")
            for name in common:
                self.cell(old, new, (row, columns[name]), (after, now[name]), f"{where} {name}", kind, name)
                one, other = (row, columns[name]), (after, now[name])
                link = links.get(one, (None, None))
                if link[0] and links_now.get(other, (None, None))[0] != link[0]:
                    self.lose("link", f"{where} {name}: {link} → {links_now.get(other)}")
                if one in comments and comments_now.get(other) != comments[one]:
                    self.lose("comment", f"{where} {name}: {comments[one]!r} → {comments_now.get(other)!r}")
                if one in threads and threads_now.get(other) != threads[one]:
                    self.lose("threaded comment", f"{where} {name}: {threads[one]!r} → {threads_now.get(other)!r}")
                if one in comments and one in boxes and other not in boxes_now and comments_now.get(other) == comments[one]:
                    self.lose("comment box", f"{where} {name}")
        for id in gone:
            row = old.table.rows[id]
            for name in columns:
                at = (row, columns[name])
                text = old.text(at)
                entry = name in PEOPLES[kind] or name.startswith("My ")
                if text and entry and old.formula(at) is None and not self.is_kept(id, text) and not (
                        kind == "questions" and name in now and (self.succeeded(old, new, columns[name], now[name], text) or self.remarked(new, text))):
                    self.lose("entry of a row that is gone", f"{old.name} {id} {name}: {text!r}")
                for said in (comments.get(at), threads.get(at)):
                    if said and not any(said in part for part in self.texts_of_parts()):
                        self.lose("comment of a row that is gone", f"{old.name} {id} {name}: {said!r}")
                address = links.get(at, (None, None))[0]
                if address and not any(address in part for part in self.texts_of_parts()):
                    self.lose("link of a row that is gone", f"{old.name} {id} {name}: {address}")
        for row in sorted(old.rows):
            # Rows of one's own, by their texts.
            if row > old.table.heading and row not in old.table.by_row:
                for column in sorted(column for at, column in old.cells if at == row):
                    text = old.text((row, column))
                    if text.startswith(("My ", MARK)) and not any(new.text(at) == text for at in new.cells):
                        self.lose("own row", f"{old.name} row {row}: {text!r}")

    def cell(self, old, new, at, now, where, kind, name):
        text, after = old.text(at), new.text(now)
        entry = name in PEOPLES[kind] or name.startswith("My ")
        formula = old.formula(at)
        if entry and formula is None and text != after and not (kind == "questions" and self.remarked(new, text)):
            self.lose("entry", f"{where}: {text!r} → {after!r}")
        if entry and formula is not None and new.formula(now) is None:
            self.lose("own column's formula", f"{where}: {formula.text!r} → {after!r}")
        if text != after:
            if name in GENERATED and text.startswith("My ") and not self.everywhere(text):
                self.lose("overwritten text", f"{where}: {text!r}")
            return
        runs, later = joined(old.runs(at)), joined(new.runs(now))
        if len(runs) > 1 and runs != later:
            self.lose("rich text", f"{where}: {runs} → {later}")
        before, style = old.style(at), new.style(now)
        for what, value in before.items():
            if style.get(what) != value and not (what == "color" and {value, style.get(what)} <= {None, "000000"}):
                self.lose(f"style: {what}" + (" of a generated cell" if not entry else ""), f"{where}: {value} → {style.get(what)}")

    def is_kept(self, id, text):
        """True if some row names the id and holds the text."""
        for sheet in self.new.sheets().values():
            rows = {row for row, column in sheet.cells if sheet.text((row, column)) == id}
            if any(row in rows and text in sheet.text((row, column)) for row, column in sheet.cells):
                return True
        return False

    def is_sorted(self, sheet):
        """True if a program sorted the rows and left their groups where they were."""
        return any(is_gone(sheet, row) and sheet.rows[row].get("outlineLevel", "0") == "0" for row in sheet.table.rows.values())

    def succeeded(self, old, new, column, later, text):
        """True if a question that had nothing there has the text now: the one that took the place of a question goes on with its answer."""
        return any(new.text((row, later)) == text and not (id in old.table.rows and old.text((old.table.rows[id], column)))
                   for id, row in new.table.rows.items())

    def remarked(self, new, text):
        """True if a text stands in a remark: what was answered to a question that asks something else now."""
        column = new.table.column(["Status", "状況"])
        return column is not None and any(" ".join(text.split()) in new.text((row, column)) for row in new.table.rows.values())

    def texts_of_parts(self):
        if not hasattr(self, "_texts"):
            self._texts = [html.unescape(data.decode("utf-8", "replace")) for name, data in self.new.parts.items() if name.endswith((".xml", ".rels", ".vml"))]
        return self._texts

    def own(self, old, new):
        """A sheet that is not the program's: its cells, and its part if it has no formula."""
        formulas = any(old.formula(at) is not None for at in old.cells)
        if not formulas and not old.links() and self.old.parts[old.part] != self.new.parts[new.part]:
            self.count("own sheet with other bytes")
        for at in old.cells:
            if old.formula(at) is None and old.text(at) != new.text(at):
                self.lose("own sheet", f"{old.name}!{at}: {old.text(at)!r} → {new.text(at)!r}")
            if (old.formula(at) is None) != (new.formula(at) is None):
                self.lose("own sheet's formula", f"{old.name}!{at}")
            if old.style(at) != new.style(at):
                self.lose("own sheet's style", f"{old.name}!{at}: {old.style(at)} → {new.style(at)}")

    def changes(self, sheet, now):
        """Ids that are gone from a sheet, and ids that are new."""
        if sheet is None or now is None or not sheet.table or not now.table:
            return set(), set()
        return set(sheet.table.rows) - set(now.table.rows), set(now.table.rows) - set(sheet.table.rows)

    def place(self, kind, sheet, one, other, where):
        gone, fresh = self.changes(self.old.sheets().get(sheet), self.new.sheets().get(sheet))
        self.count(kind)
        if not same_place(one, other, gone, fresh):
            self.lose(kind, f"{where}: {show(one)} → {show(other)}")

    def over(self, old, new):
        """What lies over cells: pictures, charts, formats, panes, print."""
        anchors, now = old.anchors(), new.anchors()
        heads = (headings(old), headings(new)) if old.table and new.table else ({}, {})
        for row, column, end, what in anchors:
            if what.endswith(".xml") and is_ours(old.name):
                continue
            id = old.table.by_row.get(row) if old.table else None
            found = [entry for entry in now if entry[3] == what] if not what.endswith(".xml") else [entry for entry in now if entry[3].endswith(".xml")]
            self.count("anchors")
            if id and new.table and id not in new.table.rows:
                continue    # its bytes are looked for elsewhere
            if old.table and id and new.table:
                fits = [entry for entry in found if new.table.by_row.get(entry[0]) == id and heads[1].get(entry[1]) == heads[0].get(column)]
                moved = [(new.table.by_row.get(entry[0]), heads[1].get(entry[1])) for entry in found]
                if not fits:
                    self.lose("picture", f"{old.name} {id} {heads[0].get(column)} → {moved}")
            elif not old.table and not [entry for entry in found if entry[:2] == (row, column)]:
                self.lose("chart or picture of an own sheet", f"{old.name}!{row},{column} → {found}")
        if old.table and new.table:
            later = new.formats()
            for areas, formulas in old.formats():
                if not formulas or 'MY' not in str(formulas[0]):
                    continue
                self.count("conditional format")
                if (areas, formulas) not in later:
                    self.lose("conditional format", f"{old.name} {areas} {formulas} → {later}")
            self.choices(old, new)
        for tag, what in (("sheetView", "zoomScale"), ("tabColor", "rgb"), ("sheetProtection", "sheet"), ("filterColumn", "colId")):
            before, after = ([element.get(what) for element in side.root.iter(f"{{{MAIN}}}{tag}")] for side in (old, new))
            if before != after and not (tag == "filterColumn" and is_ours(old.name) and not old.table):
                self.lose(tag, f"{old.name}: {before} → {after}")
        for tag in ("pane", "pageSetup", "pageMargins", "rowBreaks"):
            before, after = ([sorted(element.attrib.items()) for element in side.root.iter(f"{{{old.root.tag[1:].split('}')[0]}}}{tag}")] for side in (old, new))
            if tag == "pane":
                # Frozen through the headings, wherever these now are.
                before, after = ([drop(dict(attributes), side) for attributes in found] for side, found in ((old, before), (new, after)))
                if any(frozen > 20 for frozen, _ in after):
                    self.lose("panes", f"{new.name}: {after[0][0]} rows are frozen")
                if old.table is None and is_ours(old.name):
                    continue
            if before != after:
                self.lose("panes" if tag == "pane" else "print settings", f"{old.name}: {before} → {after}")
        for top, left, bottom, right in old.merges():
            text = old.text((top, left))
            kept = [merge for merge in new.merges() if new.text(merge[:2]) == text and merge[3] - merge[1] == right - left and merge[2] - merge[0] >= bottom - top]
            if text.startswith("My ") and not kept:
                self.lose("merged cells", f"{old.name} {text!r} {(top, left, bottom, right)} → {new.merges()}")

    def choices(self, old, new):
        """Every case has its list of results, as far as it had one."""
        for view, ids in ((new, new.table.rows),):
            lists = {(row, view.table.entry) for areas, type, _ in new.validations() for a in areas if type == "list" for row in range(a[0], min(a[2], 5000) + 1)
                     if a[1] <= view.table.entry <= a[3]}
            had = {row for areas, type, _ in old.validations() for a in areas if type == "list" for row in range(a[0], min(a[2], 5000) + 1)
                   if a[1] <= old.table.entry <= a[3]}
            for id, row in ids.items():
                needs = old.table.rows[id] in had if id in old.table.rows else view.name == (cases_sheet(self.new) or view).name
                if view.table.kind == "cases" and needs and (row, view.table.entry) not in lists:
                    self.lose("drop-down", f"{view.name} {id}" + ("" if id in old.table.rows else " (new)"))

    def media(self):
        """Every picture is there, wherever its row went."""
        later = {data for name, data in self.new.parts.items() if "/media/" in name}
        for name, data in self.old.parts.items():
            if "/media/" in name:
                self.count("pictures")
                if data not in later:
                    self.lose("picture's bytes", name)

    def names(self):
        later = self.new.names()
        for (name, sheet), formula in self.old.names().items():
            if name.startswith("_xlnm") or (name, sheet) in (("case_results", None), ("case_states", None), ("question_answers", None)):
                continue
            if (name, sheet) not in later:
                self.lose("name", f"{name} is gone")
                continue
            for (where, one), (there, other) in zip(references(self.old, formula, sheet), references(self.new, later[name, sheet], sheet)):
                self.place("name", where, one, other, f"{name}: {formula} → {later[name, sheet]}")

    def pivots(self):
        """A pivot table reads the rows that it read."""
        caches = [[source for part in book.related(book.workbook_part, "pivotCacheDefinition") for source in book.tree(part).iter(f"{{{MAIN}}}worksheetSource")]
                  for book in (self.old, self.new)]
        if len(caches[1]) < len(caches[0]):
            self.lose("pivot table", "is gone")
        for old, new in zip(*caches):
            if old.get("ref"):
                one, other = meant(self.old, old.get("sheet"), old.get("ref")), meant(self.new, new.get("sheet"), new.get("ref") or "A1")
                self.place("pivot table", old.get("sheet"), one, other, f"{old.attrib} → {new.attrib}")

    def our_names(self):
        """The program's own names take in every case and every question."""
        for name, kind in (("case_results", "cases"), ("case_states", "cases"), ("question_answers", "questions")):
            sheet, formula = next(iter(tables(self.new, kind).values()), None), self.new.names().get((name, None))
            if sheet is None or formula is None:
                continue
            places = dict(references(self.new, formula, ""))
            rows = places.get(sheet.name, ((), ()))[0]
            missing = [id for id in sheet.table.rows if id not in rows]
            if sheet.name in places and missing:
                self.lose("own name of the program", f"{name} = {formula} misses {missing}")

    def elsewhere(self):
        """References in links, lists of choices, formats and what newer versions of Excel keep apart."""
        for name, old in self.old.sheets().items():
            new = self.new.sheets().get(name)
            if new is None:
                continue
            before, after = said_elsewhere(old), said_elsewhere(new)
            for kind, formulas in before.items():
                later = list(after.get(kind, []))
                if len(later) < len(formulas):
                    self.lose(kind, f"{name}: {formulas} → {later}")
                    continue
                for formula, now in zip(formulas, later):
                    for (where, one), (_, other) in zip(references(self.old, formula, name), references(self.new, now, name) or [(name, "gone")]):
                        self.place(kind, where, one, other, f"{name}: {formula} → {now}")

    def charts(self):
        """References of charts on sheets of people's own."""
        for name, old in self.old.sheets().items():
            new = self.new.sheets().get(name)
            if new is None or is_ours(name):
                continue
            befores, afters = ([element.text for _, _, _, part in side.anchors() if part.endswith(".xml") and part in side.book.parts
                                for element in side.book.tree(part).iter(f"{{{CHART}}}f")] for side in (old, new))
            if len(befores) != len(afters):
                self.lose("chart", f"{name}: {befores} → {afters}")
            for before, after in zip(befores, afters):
                for (where, one), (_, other) in zip(references(self.old, before, name), references(self.new, after, name) or [(name, "gone")]):
                    self.place("chart reference", where, one, other, f"{name}: {before} → {after}")
