import FeedDocument
import LayoutCore
import Support
import TestTools
import Testing

@testable import LayoutReview

/// Reads dumps of apps as `diff` does: recognises their format by their content.
enum TestViews {
  static func file(_ text: String) -> ViewFile? {
    let bytes = PaddedBytes(Array(text.utf8))
    let kind = InputKind(bytes.text)
    guard kind == .json else { return ViewFile(bytes.text, kind: kind, name: "app.dump") }
    return FeedDocument.parse(bytes, name: "app.json").value.flatMap { ViewFile($0) }
  }

  static func read(
    _ text: String, frames: [String] = []
  ) -> (value: ViewHierarchy?, diagnostics: [Diagnostic]) {
    switch file(text) {
    case .app(let parsed)?: return (parsed.value, parsed.diagnostics)
    case .design(let design)?:
      let parsed = design.hierarchies(of: frames)
      return (parsed.value?.first, parsed.diagnostics)
    case nil: return (nil, [])
    }
  }

  /// Returns a line for each view: its level, name, frame, identifier and text.
  static func lines(_ hierarchy: ViewHierarchy?) -> [String] {
    (hierarchy?.views ?? []).map { view in
      let frame = view.frame
      let numbers = [frame.x, frame.y, frame.width, frame.height].map { "\(Int($0))" }
      return [
        String(repeating: " ", count: view.level) + view.name, numbers.joined(separator: ","),
        view.identifier.map { "#\($0)" } ?? "", view.text.map { "'\($0)'" } ?? "",
        view.isHidden ? "hidden" : "", view.isScrolling ? "scrolls" : "",
      ].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}

@Suite("Dumps of apps") struct DumpReadingTests {
  static let appium = """
    <?xml version="1.0" encoding="UTF-8"?>
    <AppiumAUT>
      <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Tunes" label="Tunes" visible="true" x="0" y="0" width="390" height="844">
        <XCUIElementTypeCollectionView type="XCUIElementTypeCollectionView" name="home" visible="false" x="0" y="91" width="390" height="670">
          <XCUIElementTypeCell type="XCUIElementTypeCell" name="CHARTS" visible="true" x="0" y="101" width="390" height="60">
            <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value="Charts &amp; more" name="Charts &amp; more" label="Charts &amp; more" visible="true" x="16" y="111" width="120" height="24"/>
            <XCUIElementTypeImage type="XCUIElementTypeImage" name="badge_new" label="New" visible="false" x="340" y="111" width="24" height="24"/>
            <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" name="old" label="Recycled" visible="false" x="16" y="120" width="80" height="20"/>
          </XCUIElementTypeCell>
          <XCUIElementTypeCell type="XCUIElementTypeCell" visible="false" x="0" y="900" width="390" height="60"/>
          <XCUIElementTypeOther type="XCUIElementTypeOther" value="0%" name="Vertical scroll bar, 2 pages" label="Vertical scroll bar, 2 pages" visible="true" x="357" y="91" width="30" height="670"/>
        </XCUIElementTypeCollectionView>
        <XCUIElementTypeSearchField type="XCUIElementTypeSearchField" placeholderValue="Search songs" label="Search" visible="true" x="16" y="50" width="300" height="36"/>
      </XCUIElementTypeApplication>
    </AppiumAUT>
    """

  @Test("the page source of Appium gives labels, identifiers, and what is not on the screen")
  func pageSource() {
    let read = TestViews.read(Self.appium)
    #expect(read.diagnostics.isEmpty)
    #expect(read.value?.source == .appium)
    #expect(
      TestViews.lines(read.value) == [
        "Application 0,0,390,844 #Tunes",
        " CollectionView 0,91,390,670 #home scrolls",
        "  Cell 0,10,390,60 #CHARTS",
        "   StaticText 16,10,120,24 'Charts & more'",
        "   Image 340,10,24,24 #badge_new",
        "   StaticText 16,19,80,20 #old 'Recycled' hidden",
        // A cell below the screen has a frame, although it is not visible.
        "  Cell 0,809,390,60",
        "  Other 357,0,30,670 'Vertical scroll bar, 2 pages' hidden",
        " SearchField 16,50,300,36 'Search songs'",
      ])
  }

  @Test("the reply of an Appium server is read as the XML in it")
  func reply() {
    let xml = Self.appium.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    let read = TestViews.read("{\"value\": \"\(xml)\", \"sessionId\": \"A1\"}")
    #expect(TestViews.lines(read.value) == TestViews.lines(TestViews.read(Self.appium).value))
  }

  static let uiautomator = """
    <?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
    <node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example.tunes" content-desc="" scrollable="false" bounds="[0,0][1080,2400]">
    <node index="0" text="" resource-id="com.example.tunes:id/feed" class="androidx.recyclerview.widget.RecyclerView" package="com.example.tunes" content-desc="" scrollable="true" bounds="[0,210][1080,2200]">
    <node index="0" text="Charts" resource-id="com.example.tunes:id/title" class="android.widget.TextView" package="com.example.tunes" content-desc="" bounds="[42,231][300,294]" />
    <node index="1" text="" resource-id="" class="android.widget.ImageView" package="com.example.tunes" content-desc="Cover" bounds="[42,315][378,651]" />
    <node index="2" text="" resource-id="" class="android.view.View" package="com.example.tunes" content-desc="Rain, 12.3k plays, Button" bounds="[42,660][378,720]" />
    </node></node>
    <node index="1" text="" resource-id="com.android.systemui:id/status_bar" class="android.widget.FrameLayout" package="com.android.systemui" content-desc="" bounds="[0,0][1080,84]">
    <node index="0" text="9:41" resource-id="com.android.systemui:id/clock" class="android.widget.TextView" package="com.android.systemui" content-desc="" bounds="[42,10][150,74]" />
    </node></hierarchy>UI hierchary dumped to: /dev/tty
    """

  @Test("a dump of uiautomator gives texts, descriptions, ids without their package, and pixels")
  func dump() throws {
    let read = TestViews.read(Self.uiautomator)
    #expect(read.diagnostics.isEmpty)
    var hierarchy = try #require(read.value)
    #expect(hierarchy.source == .uiautomator && hierarchy.source.isInPixels)
    #expect(
      TestViews.lines(hierarchy) == [
        "android.widget.FrameLayout 0,0,1080,2400",
        " androidx.recyclerview.widget.RecyclerView 0,210,1080,1990 #feed scrolls",
        "  android.widget.TextView 42,21,258,63 #title 'Charts'",
        "  android.widget.ImageView 42,105,336,336 #Cover",
        "  android.view.View 42,450,336,60 'Rain, 12.3k plays, Button'",
        "android.widget.FrameLayout 0,0,1080,84 #status_bar hidden",
        " android.widget.TextView 42,10,108,64 #clock '9:41'",
      ])
    hierarchy.divide(by: 2.625)
    #expect(hierarchy.views[2].frame == Rect(x: 16, y: 8, width: 258 / 2.625, height: 24))
  }

  @Test("the page source of UiAutomator2 names elements by their class")
  func androidPageSource() {
    let read = TestViews.read(
      """
      <hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2148">
        <android.widget.FrameLayout index="0" package="com.example" class="android.widget.FrameLayout" text="" displayed="true" bounds="[0,0][1080,2148]">
          <android.widget.TextView index="0" package="com.example" class="android.widget.TextView" text="😀 夏天" displayed="false" bounds="[0,-40][200,20]"/>
        </android.widget.FrameLayout>
      </hierarchy>
      """)
    #expect(
      TestViews.lines(read.value) == [
        "android.widget.FrameLayout 0,0,1080,2148",
        " android.widget.TextView 0,-40,200,60 '😀 夏天' hidden",
      ])
  }

  static let axe = """
    [{"AXFrame": "{{0, 0}, {390, 844}}", "AXUniqueId": null, "AXLabel": "Tunes", "type": "Application",
      "frame": {"x": 0, "y": 0, "width": 390, "height": 844}, "role": "AXApplication", "children": [
      {"AXFrame": "{{0, 101}, {390, 60}}", "AXUniqueId": "CHARTS", "AXLabel": null, "type": "Group",
       "frame": {"x": 0, "y": 101, "width": 390, "height": 60}, "children": [
       {"AXFrame": "{{16, 111}, {120, 24}}", "AXUniqueId": null, "AXLabel": "Charts", "type": "StaticText", "children": []},
       {"frame": {"x": 340, "y": 111, "width": 24, "height": 24}, "AXLabel": "New", "type": "Image", "children": []},
       {"frame": {"x": 16, "y": 140, "width": 90, "height": 20}, "AXLabel": "Find", "AXValue": "rain", "type": "TextField"}]}]}]
    """

  @Test("elements of AXe are a tree, and those of idb a list in the application")
  func accessibility() {
    let read = TestViews.read(Self.axe)
    #expect(read.diagnostics.isEmpty && read.value?.source == .accessibility)
    #expect(
      TestViews.lines(read.value) == [
        "Application 0,0,390,844", " Group 0,101,390,60 #CHARTS",
        "  StaticText 16,10,120,24 'Charts'", "  Image 340,10,24,24 #New",
        "  TextField 16,39,90,20 'rain'",
      ])
    let list = TestViews.read(
      """
      [{"AXFrame":"{{0, 0}, {390, 844}}","AXLabel":"Tunes","type":"Application"},
       {"AXFrame":"{{16, 111}, {120, 24}}","AXLabel":"Charts, 12 songs","type":"Button","AXUniqueId":"open"}]
      """)
    #expect(
      TestViews.lines(list.value) == [
        "Application 0,0,390,844", " Button 16,111,120,24 #open 'Charts, 12 songs'",
      ])
  }

  static let roborazzi = """
    { "schemaVersion": 1, "capture": { "imageWidth": 1080, "imageHeight": 2400, "scale": 1.0 }, "root":
     { "type": "view", "className": "androidx.compose.ui.platform.ComposeView", "bounds": [0, 0, 1080, 2400], "children": [
      { "n": 1, "type": "compose", "testTag": "feed", "bounds": [0, 210, 1080, 2200], "properties": { "VerticalScrollAxisRange": "ScrollAxisRange(value=0.0, maxValue=80.0, reverseScrolling=false)" }, "children": [
       { "n": 2, "type": "compose", "bounds": [42, 231, 300, 294], "properties": { "Text": "[Charts]" } },
       { "n": 3, "type": "compose", "bounds": [42, 300, 90, 348], "properties": { "ContentDescription": "[New]", "Role": "Image" } },
       { "type": "view", "className": "android.view.View", "id": "com.example:id/gone", "bounds": [0, 0, 1, 1], "visibility": "gone" } ] } ] }
    }
    """

  @Test("the semantics of Compose are read from Roborazzi and from a log")
  func compose() {
    let read = TestViews.read(Self.roborazzi)
    #expect(read.diagnostics.isEmpty && read.value?.source == .compose)
    #expect(
      TestViews.lines(read.value) == [
        "androidx.compose.ui.platform.ComposeView 0,0,1080,2400",
        " Node 0,210,1080,1990 #feed scrolls", "  Node 42,21,258,63 'Charts'",
        "  Image 42,90,48,48 #New",
        "  android.view.View 0,-210,1,1 #com.example:id/gone hidden",
      ])
    let log = TestViews.read(
      """
      11-25 09:41:00.000 25179 25197 D feed    : printToLog:
      11-25 09:41:00.000 25179 25197 D feed    : Printing with useUnmergedTree = 'true'
      11-25 09:41:00.000 25179 25197 D feed    : Node #1 at (l=0.0, t=0.0, r=1080.0, b=2400.0)px
      11-25 09:41:00.000 25179 25197 D feed    :  |-Node #2 at (l=0.0, t=210.0, r=1080.0, b=2200.0)px, Tag: 'feed'
      11-25 09:41:00.000 25179 25197 D feed    :    VerticalScrollAxisRange = 'ScrollAxisRange(value=0.0, maxValue=80.0)'
      11-25 09:41:00.000 25179 25197 D feed    :    Actions = [IndexForKey, ScrollBy]
      11-25 09:41:00.000 25179 25197 D feed    :     |-Node #3 at (l=42.0, t=231.0, r=300.0, b=294.0)px
      11-25 09:41:00.000 25179 25197 D feed    :     | Text = '[Charts, it's new]'
      11-25 09:41:00.000 25179 25197 D feed    :     |-Node #4 at (l=42.0, t=300.0, r=90.0, b=348.0)px
      11-25 09:41:00.000 25179 25197 D feed    :       [InvisibleToUser]
      """)
    #expect(log.diagnostics.isEmpty)
    #expect(
      TestViews.lines(log.value) == [
        "Node 0,0,1080,2400", " Node 0,210,1080,1990 #feed scrolls",
        "  Node 42,21,258,63 'Charts, it's new'", "  Node 42,90,48,48 hidden",
      ])
    let list = TestViews.read(
      """
      Printing with useUnmergedTree = 'false'
      Node #1 at (l=0.0, t=0.0, r=9.0, b=9.0)px
      Text = '[the tree before, with Node #7]'
      Printing with useUnmergedTree = 'false'
      1) Node #2 at (l=0.0, t=0.0, r=90.0, b=40.0)px
      Text = '[two
      lines]'
       |-Node #5 at (l=8.0, t=8.0, r=20.0, b=20.0)px
      10) Node #3 at (l=0.0, t=40.0, r=90.0, b=80.0)px
      """)
    #expect(
      TestViews.lines(list.value) == [
        "Node 0,0,90,40 'two\nlines'", " Node 8,8,12,12", "Node 0,40,90,40",
      ])
  }

  // MARK: Bad input

  @Test("a DOCTYPE is refused with its place, so that no entity is read")
  func doctype() throws {
    let read = TestViews.read(
      """
      <?xml version="1.0"?>
      <!DOCTYPE hierarchy [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/hostname">]>
      <hierarchy><node text="&a;&c;" bounds="[0,0][9,9]"/></hierarchy>
      """)
    #expect(read.value == nil)
    let found = try #require(read.diagnostics.first)
    #expect(found.code == .unreadableView && found.message.contains("DOCTYPE"))
    #expect(found.location?.line == 2)
  }

  @Test("XML that ends early keeps its views, with a warning at the end")
  func truncated() throws {
    let end = try #require(Self.uiautomator.firstRange(of: "<node index=\"2\""))
    let read = TestViews.read(String(Self.uiautomator[..<end.lowerBound]))
    #expect(read.value?.views.count == 4)
    #expect(read.diagnostics.map(\.severity) == [.warning])
    #expect(read.diagnostics.first?.location?.line == 6)
  }

  @Test(
    "what resembles a dump but is none says what is missing, and where",
    arguments: [
      ("<svg xmlns='a'><g/></svg>", "its root is `svg`", 1),
      ("<hierarchy rotation='0'></hierarchy>", "no element has a size", 1),
      ("<hierarchy>\n<node text='A'/></hierarchy>", "an element has no frame", 2),
      ("<hierarchy>\n<node text='A' bounds='[0,0][9'/>", "the XML is malformed", 2),
      ("[{\"AXFrame\":\"{{0, 0}, {0, 0}}\",\"type\":null}]", "no element has a size", 1),
      ("[{\"AXLabel\":\"A\"},\n{\"AXLabel\":\"B\"}]", "2 elements have no frame", 1),
      ("{\"capture\":{},\n\"root\":{\"type\":\"compose\"}}", "an element has no frame", 2),
      ("Node #1 at (l=0.0, t=0.0)px", "an element has no frame", 1),
      ("Node #1 at (l=0.0, t=0.0, r=9.0, b=9.0", "an element has no frame", 1),
    ])
  func nearlyDumps(text: String, message: String, line: Int) throws {
    let read = TestViews.read(text)
    #expect(read.value == nil)
    let found = try #require(read.diagnostics.first { $0.message.contains(message) })
    #expect(found.location?.line == line)
    #expect(read.diagnostics.allSatisfy { $0.code == .unreadableView && !$0.helps.isEmpty })
  }

  @Test("feeds, layouts and texts are no dumps")
  func others() {
    for text in [
      "{\"blocks\": []}", "{\"data\": {\"root\": {}}}", "[]", "[1]", "{\"value\": \"text\"}",
      "{\"nodes\": {\"a\": {\"title\": \"A\"}}}", "{\"document\": {\"title\": \"A\"}}", "", "hello",
      "{\"elements\": [{\"type\": \"banner\", \"frame\": {}}]}",
      "{\"status\": 403, \"err\": \"Invalid token\"}",
      "{\"nodes\": {\"a\": {\"document\": {\"type\": \"article\"}}}}",
    ] {
      #expect(TestViews.file(text) == nil, "\(text)")
    }
    let message = Array("ERROR: could not get idle state.".utf8)
    #expect(message.withUnsafeBufferPointer { InputKind.resemblance($0) } != nil)
  }

  @Test("files beyond the limits are refused")
  func limits() {
    let deep = String(repeating: "<node bounds='[0,0][9,9]'>", count: 600)
    let wide = String(repeating: "<node bounds='[0,0][9,9]'/>", count: 100_001)
    let list = String(repeating: "{\"AXFrame\": \"{{0, 0}, {1, 1}}\"},", count: 100_001)
    for text in ["<hierarchy>" + deep, "<hierarchy>\(wide)</hierarchy>", "[\(list)0]"] {
      let read = TestViews.read(text)
      #expect(read.value == nil && read.diagnostics.count == 1)
    }
  }
}
