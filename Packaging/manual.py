#!/usr/bin/env python3
"""Writes the manual page of specmatrix from what the program says of itself.

usage: specmatrix --experimental-dump-help | manual.py VERSION SECONDS > specmatrix.1    SECONDS since 1970: the date on the page
"""

import json
import re
import sys
import time


def escaped(text):
    """A text as roff shows it, whatever signs it begins with."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = "".join(sign if ord(sign) < 128 else f"\\[u{ord(sign):04X}]" for sign in text)
    return "\\&" + text if text.startswith((".", "\\(aq")) else text


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def italic(text):
    return f"\\fI{escaped(text)}\\fR"


def name(argument, of):
    return ("-" if of["kind"] in ("short", "longWithSingleDash") else "--") + of["name"]


def heading(argument):
    """How an argument is written: `--format format`, `[path...]`."""
    value = italic(argument["valueName"]) + ("..." if argument["isRepeating"] else "")
    if argument["kind"] == "positional":
        return value
    names = ", ".join(bold(name(argument, each)) for each in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} {italic(argument['valueName'])}"


def entry(argument):
    """The lines about an argument; none about one that help does not show, or that every command has."""
    if not argument["shouldDisplay"] or argument["valueName"] in ("help", "version"):
        return []
    text = argument.get("abstract", "")
    values = argument.get("allValues", [])
    said = [f"Values: {', '.join(values)}."] if values else []
    if "defaultValue" in argument:
        said.append(f"Default: {argument['defaultValue']}.")
    return [".TP", heading(argument), escaped(" ".join([text] + said).strip() or argument["valueName"])]


def paragraphs(text):
    """Texts as they are, and lines that are indented, such as examples, without filling."""
    lines = []
    for block in re.split(r"\n\n+", text.strip("\n")):
        inner = block.split("\n")
        if any(line.startswith(" ") for line in inner):
            for line in inner:
                lines += [] if line.startswith(" ") else [".PP", escaped(line)]
            indented = [line for line in inner if line.startswith(" ")]
            lines += [".RS 4", ".nf"] + [escaped(line.strip()) for line in indented] + [".fi", ".RE"]
        else:
            lines += [".PP"] + [escaped(line) for line in inner]
    return lines


def synopsis(command):
    words = [bold(f"specmatrix {command['commandName']}")]
    if any(each["kind"] != "positional" for each in command["arguments"]):
        words.append("[" + italic("options") + "]")
    for argument in command["arguments"]:
        if argument["kind"] == "positional" and argument["shouldDisplay"]:
            word = heading(argument)
            words.append(f"[{word}]" if argument["isOptional"] else word)
    return " ".join(words)


def page(command, version, seconds):
    day = time.strftime("%Y-%m-%d", time.gmtime(seconds))
    commands = [each for each in command["subcommands"] if each["commandName"] != "help" and each["shouldDisplay"]]
    lines = [
        f'.TH SPECMATRIX 1 {day} "specmatrix {version}" "User Commands"',
        ".SH NAME",
        f"specmatrix \\- {escaped(command['abstract'][0].lower() + command['abstract'][1:].rstrip('.'))}",
        ".SH SYNOPSIS",
        f"{bold('specmatrix')} {italic('command')} [{italic('options')}] [{italic('arguments')}]",
        ".SH DESCRIPTION",
    ]
    about, *status = re.split(r"\n\nExit status: ", command["discussion"])
    lines += paragraphs(about)[1:]
    lines += [".PP", f"{bold('specmatrix help')} {italic('command')} shows the same help in a terminal.", ".SH COMMANDS"]
    for each in commands:
        lines += [f".SS {synopsis(each)}", escaped(each["abstract"])]
        lines += paragraphs(each.get("discussion", ""))
        for argument in each["arguments"]:
            lines += entry(argument)
    if status:
        lines += [".SH EXIT STATUS"] + paragraphs(status[0][0].upper() + status[0][1:])[1:]
    lines += [
        ".SH ENVIRONMENT",
        ".TP",
        bold("SOURCE_DATE_EPOCH"),
        "The time that is taken for now, in seconds since 1970.",
        ".TP",
        bold("NO_COLOR"),
        "If set, the output has no colours.",
    ]
    return "\n".join(line for line in lines if line) + "\n"


sys.stdout.write(page(json.load(sys.stdin)["command"], sys.argv[1], int(sys.argv[2])))
