#!/usr/bin/env python3
"""Workbooks that attack, disks that are full, runs that are killed: the work is done, or refused with a message and the file left as it was.

    hostile.py PROGRAM [--only NAME] [--random 100] [--kills 100]

Each package is given to `generate`, whose spec has changed, and to `answer`. A run may take 20 s of processor time and 500 MB. The exit status is 1
if one crashes, hangs, says nothing, changes a file that it refuses, writes elsewhere, or makes a workbook that is none.
"""

import argparse
import io
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
import zipfile

import ooxml
import people
import specs
from package import MAIN, REL, Book

# Two entries of one name are what we want.
warnings.filterwarnings("ignore")

DOCTYPE = ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">'
           '<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f SYSTEM "file:///etc/passwd">]>')


class World:
    """A folder with a workbook that somebody has worked on, and the spec changed since."""

    def __init__(self, program):
        self.program = program
        self.root = tempfile.mkdtemp(prefix="hostile-", dir=os.environ.get("HOSTILE_FOLDER"))
        self.template = os.path.join(self.root, "template")
        os.makedirs(os.path.join(self.template, "specs"))
        for seed in range(1, 100):
            dice = random.Random(seed)
            self.spec = specs.spec(dice)
            self.write(self.spec)
            status, _, _, _ = self.run(self.template, "generate", "specs/he.yaml", "-o", "output", "--no-config")
            with open(self.path(self.template), "rb") as file:
                data = file.read()
            if status == 0 and len(Book(data).sheets()) > 7:
                break
        desk = people.Desk(Book(data), dice)
        for edit in (people.results, people.picture, people.comment, people.report, people.rich_text, people.name, people.conditional, people.own_column, people.answers):
            edit(desk)
        self.good = desk.book.save()
        while True:
            self.write(specs.changed(dice, self.spec)[0])
            with open(self.path(self.template), "wb") as file:
                file.write(self.good)
            trial = self.fresh("trial")
            status, said, _, _ = self.run(trial, "generate", "specs/he.yaml", "-o", "output", "--no-config")
            if status == 0:
                with open(self.path(trial), "rb") as file:
                    self.new = file.read()
                if self.new != self.good:
                    return

    def path(self, folder):
        return os.path.join(folder, "output", "HE.xlsx")

    def write(self, spec):
        with open(os.path.join(self.template, "specs", "he.yaml"), "w") as file:
            file.write(specs.yaml(spec))

    def fresh(self, name):
        folder = os.path.join(self.root, name)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder)
        return folder

    def run(self, folder, *arguments):
        """Status, what was said, CPU seconds, megabytes."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen([self.program, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, preexec_fn=limits,
                                       env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = 0
            said.seek(0)
            code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
            return code, said.read().decode("utf-8", "replace"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


# MARK: Packages


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
    many = 1_000_000
    yield "bomb in the cases", lambda: bomb(good, cases, 900 << 20)
    yield "bomb in the strings", lambda: bomb(good, strings, 900 << 20)
    yield "bomb in a picture", lambda: with_part(good, next(n for n in book.parts if "/media/" in n), lambda data: bytes(900 << 20))
    yield "70,000 parts", lambda: packed(Book(good), [(f"xl/media/{number}.png", b"x") for number in range(70_000)])
    for name in ("../evil.txt", "../../../../tmp/evil.txt", "/tmp/evil.txt", "C:\\evil.txt", "xl\\..\\..\\evil.txt", "xl/./x.xml", "xl//x.xml", "con.xml", "x" * 5000, "é\u202e.xml", "%2e%2e/evil"):
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
        ("100,000 formats", b"</worksheet>", b"".join(b'<conditionalFormatting sqref="A1:XFD1048576 B%d"><cfRule type="expression" priority="1"><formula>A%d</formula></cfRule></conditionalFormatting>' % (n, n)
                                                       for n in range(1, 100_000)) + b"</worksheet>"),
        ("many areas", b"</worksheet>", b'<conditionalFormatting sqref="' + b"A1:B9 " * 200_000 + b'"><cfRule type="expression" priority="1"><formula>A1</formula></cfRule></conditionalFormatting></worksheet>'),
        ("an area of nonsense", b"</worksheet>", b'<conditionalFormatting sqref="nonsense A0 1A ::"><cfRule type="expression" priority="1"><formula>A1</formula></cfRule></conditionalFormatting></worksheet>'),
        ("links of nonsense", b"</worksheet>", b'<hyperlinks><hyperlink ref="ZZZZ1:A0" location="\'"/></hyperlinks></worksheet>'),
        ("columns of nonsense", b"<sheetData>", b'<cols><col min="0" max="99999999"/><col min="-1" max="5"/></cols><sheetData>'),
        ("100,000 columns", b"<sheetData>", b"<cols>" + b'<col min="1" max="16384" width="9"/>' * 100_000 + b"</cols><sheetData>"),
    ):
        for part in (cases, own):
            yield f"{what} in {'the cases' if part == cases else 'an own sheet'}", lambda part=part, old=old, new=new: with_part(good, part, lambda data: data.replace(old, new, 1))
    for what, new in (("a name of nonsense", b"<definedName name=\"a b\">'x</definedName>"), ("a name of no sheet", b'<definedName name="x" localSheetId="77">A1</definedName>'),
                      ("a long name", b'<definedName name="x">' + b"'Cases'!$A$1," * 200_000 + b"</definedName>")):
        yield what, lambda new=new: with_part(good, "xl/workbook.xml", lambda data: data.replace(b"</definedNames>", new + b"</definedNames>"))
    yield "anchors of nonsense", lambda: with_part(good, drawing, lambda data: data.replace(b"<xdr:row>", b"<xdr:row>-99999999999999999999"))


def prefixed(data):
    """The same sheet with a prefix on every element, as the Open XML SDK writes it."""
    import re
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


# MARK: Verdicts


class Judge:
    def __init__(self, world):
        self.world, self.counts, self.bad = world, {}, 0

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def blame(self, name, what):
        self.bad += 1
        print(f"{name}: {what}", flush=True)

    def package(self, name, data):
        folder = self.world.fresh("run")
        path = self.world.path(folder)
        with open(path, "wb") as file:
            file.write(data)
        for command in (("answer", "output/HE.xlsx", "--spec", "specs/he.yaml", "--dry-run", "--no-config"), ("generate", "specs/he.yaml", "-o", "output", "--no-config")):
            before = snapshot(folder)
            status, said, seconds, megabytes = self.world.run(folder, *command)
            self.verdict(f"{name}, {command[0]}", status, said, seconds, megabytes)
            changed = {file for file, content in snapshot(folder).items() if before.get(file) != content}
            if status not in (0, 1) and changed:
                self.blame(f"{name}, {command[0]}", f"refused, and changed {sorted(changed)}")
            if {os.path.relpath(file, folder).split("/")[0] for file in changed} - {"output"}:
                self.blame(name, f"wrote elsewhere: {sorted(changed)}")
            if command[0] == "generate" and status == 0:
                self.work(name, path, data)
            if command[0] == "generate":
                self.count("refused" if status else "done")
        if os.path.exists("/tmp/evil.txt"):
            self.blame(name, "wrote /tmp/evil.txt")
            os.remove("/tmp/evil.txt")

    def verdict(self, name, status, said, seconds, megabytes):
        if status < 0 or "Fatal error" in said or "crashed" in said or "internal error" in said:
            self.blame(name, f"crash: {status} {said[:300]}")
        elif status not in (0, 1) and not said.strip():
            self.blame(name, f"refused without a message: {status}")
        if seconds > 20:
            self.blame(name, f"{seconds:.0f} s of processor time")
        if megabytes > 500:
            self.blame(name, f"{megabytes:.0f} MB")

    def work(self, name, path, data):
        with open(path, "rb") as file:
            made = file.read()
        if name == "strict":
            made = packed(loose(Book(made)))
        try:
            problems = ooxml.problems(Book(made))
        except Exception as error:
            problems = [repr(error)]
        try:
            known = set(ooxml.problems(Book(data)))
        except Exception:
            known = set()
        fresh = [problem for problem in problems if problem not in known]
        if fresh and not known:
            self.blame(name, f"made a workbook that is none: {fresh[:3]}")
        elif fresh:
            self.count("done, on a damaged file, with other damage")


def snapshot(folder):
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.join(place, name)] = file.read()
    return found


def circumstances(world, judge):
    """Files that are open elsewhere, links, folders, full disks."""
    for lock in (".~lock.HE.xlsx#", "~$HE.xlsx"):
        folder = world.fresh("run")
        with open(os.path.join(folder, "output", lock), "w") as file:
            file.write(",Mori,pc,22.11.2026 09:00,file:///home/mori;")
        before = snapshot(folder)
        status, said, _, _ = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        if status in (0, 1) or "HE.xlsx" not in said or snapshot(folder) != before:
            judge.blame(f"open elsewhere ({lock})", f"{status} {said[:200]}")
        judge.count("circumstances")
    for name, make in (("a folder", os.mkdir), ("a pipe", os.mkfifo), ("a link out of the folder", lambda path: os.symlink("/etc/passwd", path)),
                       ("an empty file", lambda path: open(path, "w").close())):
        folder = world.fresh("run")
        os.remove(world.path(folder))
        make(world.path(folder))
        if name == "a pipe":
            shutil.rmtree(os.path.join(folder, "output", "none"), ignore_errors=True)
        status, said, seconds, megabytes = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        judge.verdict(name, status, said, seconds, megabytes)
        if status == 0:
            judge.blame(name, "taken for a workbook")
        judge.count("circumstances")
    if os.geteuid() == 0:
        full_disks(world, judge)


def full_disks(world, judge):
    place = os.path.join(world.root, "disk")
    os.makedirs(place, exist_ok=True)
    for kilobytes in (220, 260, 300, 340, 400, 500, 600, 800, 1500):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", place], capture_output=True).returncode:
            return
        try:
            shutil.copytree(world.template, os.path.join(place, "run"))
        except (OSError, shutil.Error):
            subprocess.run(["umount", place])
            continue
        folder = os.path.join(place, "run")
        before = snapshot(folder)
        status, said, seconds, megabytes = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        judge.verdict(f"a disk of {kilobytes} kB", status, said, seconds, megabytes)
        after = snapshot(folder)
        if status != 0 and after != before:
            judge.blame(f"a disk of {kilobytes} kB", f"refused, and changed {[file for file in after if before.get(file) != after[file]]}")
        judge.count("full disks: " + ("done" if status == 0 else "refused"))
        subprocess.run(["umount", place])


def kills(world, judge, count):
    folder = world.fresh("run")
    began = time.monotonic()
    world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
    span = time.monotonic() - began
    dice = random.Random(1)
    for number in range(count):
        folder = world.fresh("run")
        process = subprocess.Popen([world.program, "generate", "specs/he.yaml", "-o", "output", "--no-config"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.random() * span * 1.5)
        process.kill()
        process.wait()
        with open(world.path(folder), "rb") as file:
            data = file.read()
        if data not in (world.good, world.new):
            judge.blame(f"kill {number}", "the workbook is neither old nor new")
        judge.count("killed: " + ("old" if data == world.good else "new"))
        status, said, _, _ = world.run(folder, "generate", "specs/he.yaml", "-o", "output", "--no-config")
        with open(world.path(folder), "rb") as file:
            if status or file.read() != world.new:
                judge.blame(f"kill {number}", f"the next run does not finish: {status} {said[:200]}")
        left = [name for _, folders, files in os.walk(folder) for name in folders + files if name.startswith((".spec", "..spec"))]
        if left:
            judge.blame(f"kill {number}", f"left over: {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="a part of a package's name")
    parser.add_argument("--random", type=int, default=100, help="workbooks damaged at random")
    parser.add_argument("--kills", type=int, default=100)
    options = parser.parse_args()
    world = World(os.path.abspath(options.program))
    judge = Judge(world)
    try:
        for name, make in packages(world.good):
            if options.only in name:
                judge.package(name, make())
        for seed in range(options.random):
            if options.only in (name := f"damage {seed}"):
                judge.package(name, damaged(world.good, random.Random(seed)))
        if not options.only:
            circumstances(world, judge)
            kills(world, judge, options.kills)
        print(", ".join(f"{count} {what}" for what, count in sorted(judge.counts.items())) + f"; {judge.bad} bad")
        return 1 if judge.bad else 0
    finally:
        shutil.rmtree(world.root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
