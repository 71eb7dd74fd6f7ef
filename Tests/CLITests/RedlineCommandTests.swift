import Foundation
import TestTools
import Testing

@Suite struct RedlineCommandTests {
  static let layouts = ["netease-home", "mall-home", "wanandroid-home", "audio-charts"]

  static func judge(_ script: String, _ data: [String: Data]) throws -> Program.Result {
    let scratch = try Scratch()
    for (name, bytes) in data { try bytes.write(to: scratch.file(name)) }
    return try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [Python.program, "-c", script], folder: scratch.url)
  }

  /// A script that compares the frame of each node in the picture with its frame in the dump. The
  /// titles in the picture contain the paths of the nodes.
  static let compare = """
    import re, sys, xml.etree.ElementTree as tree
    ns = "{http://www.w3.org/2000/svg}"
    drawn = {}
    for group in tree.parse("page.svg").getroot().iter(ns + "g"):
        if "id" not in group.attrib: continue
        path = group.find(ns + "title").text.split("\\n")[0].rsplit(" @", 1)[0]
        rect = group.find(ns + "rect").attrib
        assert path not in drawn, path
        drawn[path] = tuple(float(rect[key]) for key in ("x", "y", "width", "height"))
    line = re.compile(r'^( *)(\\S+?(?:\\[\\d+\\])?)(?: "(?:[^"\\\\]|\\\\.)*")? @(-?[\\d.]+),(-?[\\d.]+) ([\\d.]+)x([\\d.]+)')
    stack, count, seen = [], 0, {}
    for text in open("page.dump", encoding="utf-8"):
        match = line.match(text.replace("  section ", "  ", 1) if text.startswith("  section ") else text)
        if not match or text.startswith(("#", "feed")): continue
        level = len(match[1]) // 2 - 1
        x, y, w, h = (float(match[i]) for i in range(3, 7))
        del stack[level:]
        name = match[2]
        if level == 0:
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1: name += "#%d" % seen[name]
        else:
            parent = stack[-1]
            name, x, y = parent[0] + "/" + name, parent[1] + x, parent[2] + y
        stack.append((name, x, y))
        assert name in drawn, name
        assert all(abs(a - b) < 0.02 * (level + 1) for a, b in zip(drawn[name], (x, y, w, h))), (name, drawn[name], (x, y, w, h))
        count += 1
    assert count == len(drawn), (count, len(drawn))
    print(count)
    """

  @Test(
    "the picture contains every frame of the dump, for all feeds, directions and widths",
    arguments: layouts,
    [[], ["--direction", "rtl", "--width", "320"], ["--device", "ipad-13", "--all"]])
  func geometry(_ layout: String, _ options: [String]) throws {
    let picture = try Program.run(["render", "--format", "svg", "--layout", layout] + options)
    let dump = try Program.run(["dump", "--layout", layout] + options)
    #expect(picture.status == 0 && dump.status == 0)
    let result = try Self.judge(
      Self.compare, ["page.svg": picture.output, "page.dump": dump.output])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Int(result.text.trimmingCharacters(in: .newlines)) ?? 0 > 50)
    #expect(
      picture.output
        == (try Program.run(["render", "--format", "svg", "--layout", layout] + options)).output)
  }

  @Test("one page shows a feed on several devices")
  func devices() throws {
    let result = try Program.run([
      "render", "--format", "html", "--devices", "iphone-se,ipad-13", "--section", "MENUS",
    ])
    #expect(result.status == 0)
    for part in [
      "<!doctype html>", ">iphone-se · 375 pt @2x<", ">ipad-13 · 1024 pt @2x<", "id=\"picture2\"",
    ] {
      #expect(result.text.contains(part), "\(part)")
    }
    #expect(!result.text.contains("id=\"picture3\""))
    let one = try Program.run(["render", "--format", "html", "--device", "iphone-se"])
    #expect(one.status == 0 && one.text.contains(">375 pt @2x<"))
  }

  @Test(
    "--devices is refused with a suggestion if it does not fit",
    arguments: [
      (["--devices", "iphone-se"], 64, "--device"),
      (["--format", "svg", "--devices", "iphone-se,ipad-13"], 64, "formats html, png and pdf"),
      (["--format", "html", "--devices", "iphone-se,"], 64, "--devices"),
      (["--format", "html", "--devices", "iphone-se,iphone-se"], 64, "different"),
      (["--format", "html", "--devices", "iphone-se", "--width", "320"], 64, "--width"),
      (["--format", "html", "--devices", "iphone-see"], 2, "iphone-se"),
      (["--format", "svgg"], 64, "svg"), (["--format", "htm"], 64, "html"),
    ])
  func refused(_ options: [String], _ status: Int32, _ meant: String) throws {
    let result = try Program.run(["render"] + options)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.contains(meant), "\(result.errors)")
  }

  @Test("--accessibility adds keys to lines and changes nothing else")
  func accessibility() throws {
    let plain = try Program.run(["dump"])
    let read = try Program.run(["dump", "--accessibility"])
    #expect(read.status == 0)
    let keys = try Regex(
      #" reads=\d+(?: says=(?:"(?:[^"\\]|\\.)*"|\S+))?(?: as=[a-z]+)? target=[-0-9.x+]+"#)
    let stripped = read.lines.map { $0.replacing(keys, with: "") }
    #expect(stripped == plain.lines && read.lines != plain.lines)
    let json = try Program.run(["render", "--format", "json", "--accessibility"])
    #expect(json.text.contains("\"accessibility\": {"))
    #expect(!(try Program.run(["render", "--format", "json"])).text.contains("\"accessibility\""))
    #expect(try Program.run(["render", "--accessibility"]).text.contains("reading order"))
  }

  @Test("an exact picture has unrounded frames")
  func unrounded() throws {
    let options = ["--width", "401", "--layout", "netease-home"]
    let exact = try Program.run(["render", "--format", "svg", "--unrounded"] + options)
    let dump = try Program.run(["dump", "--unrounded"] + options)
    let result = try Self.judge(Self.compare, ["page.svg": exact.output, "page.dump": dump.output])
    #expect(result.status == 0, "\(result.errors)")
  }
}
