import Foundation
import LayoutCore
import Page
import Renderers
import Support
import TestTools
import Testing

@testable import Program

/// The errors of jobs, which commands print and end with. No process is started.
@Suite struct JobMessageTests {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let feed = repository.appendingPathComponent("Layouts/samples/netease-home/blocks.json")
    .path

  /// Returns the error that ends a job, as text for people.
  private func failure(_ body: () throws -> Void) -> (status: Int32, text: String) {
    do { try body() } catch let error as ExitError {
      let words = error.diagnostics.flatMap { diagnostic in
        ["[\(diagnostic.code.rawValue)]", diagnostic.message, diagnostic.label ?? ""]
          + diagnostic.notes + diagnostic.helps
      }
      return (error.status, words.joined(separator: "\n"))
    } catch { return (-1, "\(error)") }
    return (0, "")
  }

  private func diff(_ old: String, _ new: String?) -> DiffJob {
    DiffJob(old: old, new: new, drawing: FeedSettings(usesProject: false))
  }

  @Test(
    "an input that cannot be compared ends with 2 and its code, on either side",
    arguments: [
      ("bad.dump", "# layout-dump v1 · unit pt\n", "SE5002"), ("a.txt", "hello\n", "SE5005"),
      ("empty", "", "SE5005"), ("cut.json", "{\"code\": ", "SE1003"),
      ("page.json", "{\"$schema\": \"sectionengine:layout-v1\"}", "SE5008"),
    ])
  func unlike(_ name: String, _ text: String, _ code: String) throws {
    let folder = try Scratch()
    let file = try folder.write(text, to: name)
    for sides in [(file, Self.feed), (Self.feed, file)] {
      let found = failure { try diff(sides.0, sides.1).run() }
      #expect(found.status == 2 && found.text.contains("[\(code)]"), "\(found)")
    }
  }

  @Test("a file that is absent, or at a revision that git does not know, is named")
  func absent() {
    let missing = failure { try diff("none.json", Self.feed).run() }
    #expect(missing.status == 2 && missing.text.contains("[SE1016]"), "\(missing)")
    for name in [
      "git:HEAD:none.json", "git:nowhere:home.json", "git:home.json", "git:--help:x", "git:",
    ] {
      let found = failure { try diff(name, Self.feed).run() }
      #expect(found.status == 2 && found.text.contains("[SE5006]"), "\(name): \(found)")
    }
  }

  @Test("views in pixels, and what resembles a dump of an app, are refused with an action")
  func apps() throws {
    let folder = try Scratch()
    let app = try folder.write(
      """
      <?xml version='1.0'?><hierarchy rotation="0"><node class="android.widget.ScrollView" \
      bounds="[0,0][1080,2400]" scrollable="true" text=""/></hierarchy>
      """, to: "app.xml")
    let pixels = failure { try diff(app, Self.feed).run() }
    #expect(pixels.status == 2 && pixels.text.contains("[SE5004]"), "\(pixels)")
    #expect(pixels.text.contains("the frames of the app are in pixels"), "\(pixels)")
    #expect(pixels.text.contains("--device NAME") && pixels.text.contains("--scale N"))
    let message = try folder.write(
      "UI hierchary dumped to: /sdcard/window_dump.xml\n", to: "message.xml")
    let found = failure { try diff(message, Self.feed).run() }
    #expect(found.status == 2 && found.text.contains("[SE5005]"), "\(found)")
    #expect(found.text.contains("it is the message of uiautomator, not the dump"), "\(found)")
  }

  @Test("a tolerance in percent is refused beside a feed, and options of designs beside an app")
  func options() {
    var job = diff(Self.feed, Self.feed)
    job.tolerance = DiffJob.Tolerance("2%")
    let found = failure { try job.run() }
    #expect(found.status == 64 && found.text.contains("is for an app or a design"), "\(found)")
    #expect(DiffJob.Tolerance("wide") == nil && DiffJob.Tolerance("1.5")?.isPercent == false)
  }

  @Test(
    "a name that no plugin can have is refused with one that it can",
    arguments: [("横幅", "--code CODE"), ("placeholder", "lost sections"), ("9", "a letter first")])
  func names(_ name: String, _ advice: String) {
    let found = failure { try PluginNewJob(name: name).run() }
    #expect(found.status == 64 && found.text.contains(advice), "\(found)")
  }

  @Test("a layout is drafted only from a reply, and never over its feed or another file")
  func drafts() throws {
    let folder = try Scratch()
    let users = #"{"users": [{"id": 1, "rank": 3}, {"id": 2, "rank": 4}]}"#
    let feed = try folder.write(users, to: "u.json")
    let nothing = failure { try LayoutDraftJob(feed: feed).run() }
    #expect(nothing.status == 2 && nothing.text.contains("[SE1018]"), "\(nothing)")
    #expect(nothing.text.contains("--items '$.users' --code id"), "\(nothing)")
    for (from, output, words) in [
      (folder.file("none.json").path, nil, "cannot read"), (folder.url.path, nil, "give one reply"),
      (feed, feed, "is the feed itself"),
      (feed, try folder.write("{}", to: "l.json"), "`--force`"),
    ] as [(String, String?, String)] {
      let found = failure { try LayoutDraftJob(feed: from, output: output).run() }
      #expect(found.status == 2 && found.text.contains(words), "\(from): \(found)")
    }
    #expect(try String(contentsOfFile: feed, encoding: .utf8) == users)
  }

  @Test("a plugin that is absent cannot be debugged, nor a folder without feeds be set up")
  func files() {
    let plugin = failure { try PluginDebugJob(file: "/nowhere/none.so").run() }
    #expect(plugin.status == 2 && plugin.text.contains("cannot be used"), "\(plugin)")
    let added = failure { try InitJob(added: ["/nowhere/feed.json"]).run() }
    #expect(added.status == 2 && added.text.contains("[SE1016]"), "\(added)")
  }

  @Test("without cairo or zlib, a picture names the package that has it")
  func missingCairo() {
    let cairo = failure { try PictureOutput.load("libcairo-absent.so.2") }
    #expect(cairo.status == 2 && cairo.text.contains("[SE4019]"))
    #expect(cairo.text.contains("libcairo-absent.so.2 is not installed"))
    #expect(cairo.text.contains("apt-get install libcairo2"))
    let zlib = failure { try PictureOutput.load(PictureLibrary.cairo, "libz-absent.so.1") }
    #expect(zlib.text.contains("apt-get install zlib1g"))
  }

  @Test("placeholders in the name of a file select the pages that it has")
  func placeholders() {
    let name = PictureName(pattern: "a/{device}-{appearance}{part}.png")
    #expect(name.names.known == ["device", "appearance", "part"] && name.names.unknown == nil)
    #expect(PictureName(pattern: "{devise}.png").names.unknown == "devise")
    #expect(PictureName(pattern: "a{b.png").names.known.isEmpty)
    let page = PicturePage(
      page: Page(
        feedID: "", title: "", layoutName: "", environment: LayoutEnvironment(), sections: [],
        measurer: RecordedTextMeasurer(), diagnostics: []), device: "iphone-14", label: "")
    #expect(name.file(for: page) == "a/iphone-14-light{part}.png")
  }
}
