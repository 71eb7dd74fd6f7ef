#!/usr/bin/env python3
"""Writes the manual pages from the program's own description of its options.

    sectionengine --experimental-dump-help | manual.py FOLDER VERSION SECONDS

Writes sectionengine.1 and one page per command to FOLDER, with the version, and the date SECONDS after the beginning of
1970. The folder Manual has the parts that the program does not describe itself: the end of sectionengine.1, and the
examples of COMMAND in COMMAND.mdoc. The pages are mdoc(7).
"""

import datetime
import json
import pathlib
import re
import sys
import textwrap

PROGRAM = "sectionengine"
EXIT_STATUS = "Exit status:"
HAND_WRITTEN = pathlib.Path(__file__).parent / "Manual"


def escaped(text):
    """Returns text with the characters of roff escaped; a copied hyphen stays a hyphen."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)


def line(text):
    return re.sub(r"^(?=[.'])", r"\\&", text)


def prose(text):
    """Returns lines of text; each sentence begins a line, as mdoc requires."""
    lines = []
    for sentence in re.split(r"(?<=[.;:]) (?=[A-Z`(\"])", " ".join(text.split())):
        lines += textwrap.wrap(
            escaped(sentence), 78, break_long_words=False, break_on_hyphens=False)
    return [line(part) for part in lines]


def discussion(paragraphs):
    """Paragraphs; a table or a drawing, which is indented, stays as it is."""
    lines = []
    for paragraph in paragraphs:
        if all(part.startswith("  ") for part in paragraph.splitlines()):
            lines += [".Bd -literal -offset indent"]
            lines += [line(escaped(part[2:])) for part in paragraph.splitlines()]
            lines += [".Ed"]
        else:
            lines += [".Pp"] + prose(paragraph)
    return lines


def quoted(word):
    """One argument of a macro."""
    word = escaped(word)
    return '"' + word.replace('"', '""') + '"' if " " in word else word


def name_of_page(text):
    """Returns the subject of a page, for apropos(1)."""
    text = text.rstrip(".")
    return text if text[1:2].isupper() else text[0].lower() + text[1:]


def shown(things):
    return [thing for thing in things if thing["shouldDisplay"]]


def arguments(command, are_positional):
    """Every command takes --help and --version; the page of the program says so."""
    return [
        argument for argument in shown(command.get("arguments", []))
        if (argument["kind"] == "positional") == are_positional
        and argument["valueName"] not in ("help", "version")]


def synopsis(command):
    words = command["superCommands"][1:] + [command["commandName"]]
    lines = [f".Nm {PROGRAM}", f".Cm {' '.join(words)}"]
    if arguments(command, False):
        lines.append(".Op Ar options")
    for argument in arguments(command, True):
        dots = " ..." if argument["isRepeating"] else ""
        name = f"Ar {quoted(argument['valueName'])}{dots}"
        lines.append(f".Op {name}" if argument["isOptional"] else f".{name}")
    return lines


def described(argument):
    """The help of an argument, with the values and the default that it does not state itself."""
    text = argument.get("abstract", "")
    values = argument.get("allValues", [])
    default = argument.get("defaultValue")
    if any(value not in text for value in values):
        text += f" One of {', '.join(f'`{value}`' for value in values)}."
    if default:
        text += f" By default `{default}`."
    lines = prose(text)
    if argument.get("discussion"):
        lines += discussion(argument["discussion"].split("\n\n"))
    return lines


def option_names(argument):
    names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
    flags = ["Fl " + escaped("-" * (name["kind"] == "long") + name["name"]) for name in names]
    value = "" if argument["kind"] == "flag" else f" Ar {quoted(argument['valueName'])}"
    return " , ".join(flags) + value


def body(command, has_section=False):
    """Returns the description of a command, its arguments and options; exit statuses may have a section."""
    lines = prose(command["abstract"])
    if command.get("discussion"):
        paragraphs = command["discussion"].split("\n\n")
        lines += discussion([
            each for each in paragraphs if not (has_section and each.startswith(EXIT_STATUS))])
    items = [(f"Ar {quoted(each['valueName'])}", each) for each in arguments(command, True)]
    items += [(option_names(each), each) for each in arguments(command, False)]
    if not items:
        return lines
    lines.append(".Bl -tag -width Ds")
    for name, argument in items:
        lines += [f".It {name}"] + described(argument)
    return lines + [".El"]


def header(title, start, about):
    return [
        start[0], f".Dt {title.upper()} 1", start[1], ".Sh NAME", f".Nm {title}",
        f".Nd {escaped(name_of_page(about))}"]


def exit_status(command):
    """Returns the text of the command itself, or else the text for all commands."""
    for paragraph in command.get("discussion", "").split("\n\n"):
        if paragraph.startswith(EXIT_STATUS):
            return prose(paragraph[len(EXIT_STATUS):].strip())
    return [
        ".Bl -tag -width Ds", ".It 0", "Nothing was found that should be different.",
        ".It 1", "Findings, differences, or, under", ".Fl \\-strict ,", "a section that was lost.",
        ".It 2", "The command could not run; standard output is empty.",
        ".It 64", "The command line was wrong.", ".El"]


def page(command, start, others):
    """The page of a command, with a part for each of its own commands."""
    name = command["commandName"]
    children = shown(command.get("subcommands", []))
    lines = header(f"{PROGRAM}-{name}", start, command["abstract"]) + [".Sh SYNOPSIS"]
    for each in children or [command]:
        lines += synopsis(each)
    lines += [".Sh DESCRIPTION"]
    lines += body(command, has_section=True) if not children else prose(command["abstract"])
    for child in children:
        lines += [f".Ss {name} {child['commandName']}"] + body(child)
    lines += [".Sh EXIT STATUS"] + exit_status(command)
    by_hand = HAND_WRITTEN / f"{name}.mdoc"
    if by_hand.exists():
        lines += by_hand.read_text(encoding="utf-8").splitlines()
    return lines + [".Sh SEE ALSO"] + references([PROGRAM] + others)


def references(names):
    return [
        f".Xr {name} 1" + (" ," if index < len(names) - 1 else "")
        for index, name in enumerate(names)]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    day = datetime.datetime.fromtimestamp(int(sys.argv[3]), datetime.timezone.utc)
    start = [f".Dd {day:%B} {day.day}, {day.year}", f".Os {PROGRAM} {sys.argv[2]}"]
    root = json.load(sys.stdin)["command"]
    commands = [each for each in shown(root["subcommands"]) if each["commandName"] != "help"]
    near = {"render": ["dump"], "dump": ["render"], "plugin": ["doctor"], "doctor": ["plugin"]}

    listing = [".Bl -tag -width Ds"]
    for command in commands:
        listing += [f".It Xr {PROGRAM}-{command['commandName']} 1"] + prose(command["abstract"])
    listing += [".El"]
    main_page = header(PROGRAM, start, root["abstract"])
    for text in (HAND_WRITTEN / f"{PROGRAM}.mdoc").read_text(encoding="utf-8").splitlines():
        main_page += listing if text == '.\\" COMMANDS' else [text]
    main_page += references([f"{PROGRAM}-{each['commandName']}" for each in
                             sorted(commands, key=lambda each: each["commandName"])])
    pages = {PROGRAM: main_page}
    for command in commands:
        name = command["commandName"]
        others = [f"{PROGRAM}-{each}" for each in near.get(name, [])]
        pages[f"{PROGRAM}-{name}"] = page(command, start, others)

    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in pages.items():
        (folder / f"{name}.1").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
