import Foundation
import Testing

@Suite struct UsageTests {
  @Test("without arguments the program shows four examples and all commands")
  func bare() throws {
    let result = try Program.run([])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines.count { $0.hasPrefix("  sectionengine ") } == 4)
    for command in ["render", "dump", "plugin", "layouts", "devices", "schema", "explain"] {
      #expect(result.lines.contains { $0.hasPrefix("  \(command) ") }, "\(command)")
      #expect(try Program.run([command, "--help"]).status == 0)
    }
  }

  @Test(
    "a mistyped word gets a suggestion and its exit status",
    arguments: [
      (["rendr"], 64, "render"), (["plugin", "lst"], 64, "plugin list"),
      (["render", "--widht", "3"], 64, "--width"), (["render", "--format", "txt"], 64, "text"),
      (["render", "--device", "iphone-41"], 2, "iphone-1"),
      (["render", "--layout", "netease-hom"], 2, "netease-home"),
      (["render", "--section", "HOMEPAGE_BANER"], 2, "HOMEPAGE_BANNER"),
      (["render", "--source", "menu=x.json"], 2, "menus"), (["explain", "SE9999"], 2, "SE"),
    ])
  func didYouMean(_ arguments: [String], _ status: Int32, _ meant: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.contains(meant), "\(result.errors)")
  }

  @Test(
    "values out of range are usage errors",
    arguments: [
      ["--width", "0"], ["--width", "nan"], ["--scale", "17"], ["--columns", "10"],
      ["--depth", "-1"], ["--ambiguous", "3"], ["--locale", "no locale"], ["--source", "x"],
      ["--unknown", "perhaps"], ["--appearance", "dusk"], ["--height", "0"],
      ["--scroll-y", "-5"], ["--scroll-y=-5"], ["--scroll-y", "down"], ["--scroll-y", "nan"],
      ["--scroll-y", "inf"],
    ])
  func ranges(_ options: [String]) throws {
    let result = try Program.run(["render"] + options)
    #expect(result.status == 64 && result.output.isEmpty && !result.errors.isEmpty)
  }

  @Test(
    "a document that cannot be drawn is one error with its location",
    arguments: [
      ("", "SE1001"), ("   \n", "SE1001"), (#"{"code": 200, "data": {"blocks": ["#, "SE1003"),
      (#"{"code": 200,}"#, "SE1002"), ("{\"a\": \"\u{1}\"}", "SE1002"),
      (String(repeating: "[", count: 600) + String(repeating: "]", count: 600), "SE1008"),
      (#"{"code": 301, "message": "请登录"}"#, "请登录"), ("5", "SE1018"),
    ])
  func documents(_ text: String, _ code: String) throws {
    let result = try Program.run(["render", "-"], input: Data(text.utf8))
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(code), "\(result.errors)")
    #expect(result.errors.contains("help: "))
  }

  @Test("a missing file and a folder end with 2 and the reason")
  func unreadable() throws {
    for (path, reason) in [("missing.json", "No such file"), ("/", "directory")] {
      let result = try Program.run(["render", path])
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(
        result.errors.contains("SE1016") && result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test("standard input, output files and colour")
  func streams() throws {
    let scratch = try Scratch()
    let feed = #"[{"type": "a", "title": "One"}, {"type": "b", "title": "Two"}]"#
    let piped = try Program.run(["render", "-"], input: Data(feed.utf8))
    #expect(piped.status == 0 && piped.text.contains("One") && !piped.text.contains("\u{1B}"))
    let file = try Program.run(
      ["render", "-", "-o", "out.txt"], input: Data(feed.utf8), folder: scratch.url)
    #expect(file.output.isEmpty)
    #expect(try Data(contentsOf: scratch.file("out.txt")) == piped.output)
    let colored = try Program.run(["render", "--color", "always"], environment: ["NO_COLOR": "1"])
    #expect(colored.text.contains("\u{1B}["))
    let forced = try Program.run(["render"], environment: ["FORCE_COLOR": "1"])
    #expect(forced.text.contains("\u{1B}["))
    let both = try Program.run(["render"], environment: ["FORCE_COLOR": "1", "NO_COLOR": "1"])
    #expect(!both.text.contains("\u{1B}"))
    for format in ["json", "json-lines", "dump"] {
      let machine = try Program.run(["render", "--format", format, "--color", "always"])
      #expect(!machine.text.contains("\u{1B}"))
    }
    let nowhere = try Program.run(["render", "-o", "no/such/folder/out.txt"])
    #expect(nowhere.status == 2 && nowhere.errors.contains("SE5001"))
  }

  @Test(
    "each policy for unknown blocks",
    arguments: [
      ("generic", 0, "via=generic@"), ("placeholder", 0, "via=placeholder@"), ("skip", 0, ""),
      ("fail", 1, "via=placeholder@"),
    ])
  func unknown(_ policy: String, _ status: Int32, _ mark: String) throws {
    let scratch = try Scratch()
    let feed = try scratch.write(
      #"{"code": 200, "data": {"blocks": [{"blockCode": "NEWS", "title": "News"}]}}"#,
      to: "feed.json")
    let result = try Program.run(
      ["dump", feed, "--layout", "netease-home", "--unknown", policy])
    #expect(result.status == status)
    #expect(result.errors.contains("SE3009") == (policy == "fail"))
    let line = DumpSection.sections(of: result.text).first { $0.code == "NEWS" }
    #expect(mark.isEmpty ? line == nil : line?.line.contains(mark) == true)
  }

  @Test("each option has its documented effect")
  func options() throws {
    let dark = try Program.run(["dump", "--appearance", "dark", "--device", "iphone-14"])
    #expect(dark.lines[1].contains("390x") && dark.lines[1].contains("appearance=dark"))
    #expect(dark.lines[0].contains("scale 3"))
    let beaten = try Program.run(["dump", "--device", "iphone-14", "--width", "320"])
    #expect(beaten.lines[1].contains(" 320x"))
    let flat = try Program.run(["dump", "--depth", "1"])
    #expect(flat.lines.count { $0.hasPrefix("    … ") } == 13)
    let chrome = try Program.run(["render", "--chrome"])
    #expect(chrome.text.contains("大家都在搜") && chrome.text.contains("云村"))
    let annotated = try Program.run(["render", "--annotate"])
    #expect(annotated.text.contains("banner@1.0.0"))
    let all = try Program.run(["dump", "--all"])
    #expect(!all.text.contains("… ") && all.text.contains(" !offscreen"))
    let ltr = try Program.run(["dump", "--section", "MENUS"])
    let rtl = try Program.run(["dump", "--section", "MENUS", "--direction", "rtl"])
    #expect(ltr.text.contains("menu[0] \"每日精选\" @0,10 75x80"))
    #expect(rtl.text.contains("menu[0] \"每日精选\" @339,10 75x80"))
  }

  @Test("commands that list and explain")
  func lists() throws {
    let devices = try Program.run(["devices"])
    let file = try JSONSerialization.jsonObject(
      with: Data(
        contentsOf: Program.repository.appendingPathComponent("Layouts/Devices/devices.json")))
    let known = try #require((file as? [String: Any])?["devices"] as? [[String: Any]])
    let names = devices.lines.dropLast().map { $0.prefix { $0 != " " } }
    #expect(
      names.count > 10 && names.map(String.init) == known.compactMap { $0["name"] as? String })
    #expect(devices.text.contains("iphone-15          393x852@3"))
    #expect(devices.text.contains("pixel-9            411.43x923.43@2.625  android\n"))
    let layouts = try Program.run(["layouts", "list"])
    #expect(layouts.text.contains("netease-home@1  发现\n    source blocks (primary)\n"))
    let page = try Program.run(["explain", "se1004"])
    #expect(page.text.hasPrefix("# SE1004: a value does not have the expected shape\n"))
    let plugins = try Program.run(["plugin", "list"])
    for id in [
      "banner", "menus", "card-rail", "song-columns", "videos", "calendar", "podcasts", "mall",
      "charts", "generic",
    ] {
      #expect(plugins.text.contains("\(id)@1.0.0  bundled"), "\(id)")
    }
    #expect(!plugins.text.contains("refused"))
  }
}
