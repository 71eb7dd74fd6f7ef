import LayoutCore
import Testing

@testable import LayoutReview

/// Dumps written for these tests, in the shapes that tools produce for apps of other toolkits.
@Suite("Shapes of dumps") struct DumpShapesTests {
  /// Compose has no ids and few classes; its texts are views in views that can be tapped.
  static let composeScreen = """
    <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
    <hierarchy rotation="0">
      <node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example.radio" content-desc="" clickable="false" scrollable="false" drawing-order="0" hint="" bounds="[0,0][1080,2400]">
        <node index="0" text="" resource-id="" class="androidx.compose.ui.platform.ComposeView" package="com.example.radio" content-desc="" bounds="[0,0][1080,2400]">
          <node index="0" text="" resource-id="" class="android.view.View" package="com.example.radio" content-desc="" scrollable="true" bounds="[0,220][1080,2337]">
            <node NAF="true" index="0" text="" resource-id="" class="android.view.View" package="com.example.radio" content-desc="" clickable="true" bounds="[42,262][1038,472]">
              <node index="0" text="" resource-id="" class="android.view.View" package="com.example.radio" content-desc="Cover of Night&#10;drive" bounds="[42,262][252,472]" />
              <node index="1" text="Night drive &#128663;" resource-id="" class="android.widget.TextView" package="com.example.radio" content-desc="" bounds="[294,283][700,346]" />
              <node index="2" text="夜间电台" resource-id="" class="android.widget.TextView" package="com.example.radio" content-desc="" bounds="[294,367][500,420]" />
              <node index="3" text="" resource-id="" class="android.widget.Button" package="com.example.radio" content-desc="Play" clickable="true" bounds="[912,304][1038,430]" />
            </node>
          </node>
        </node>
      </node>
    </hierarchy>
    """

  @Test("a screen of Compose, whose elements have no ids")
  func compose() {
    let read = TestViews.read(Self.composeScreen)
    #expect(read.diagnostics.isEmpty)
    #expect(
      TestViews.lines(read.value) == [
        "android.widget.FrameLayout 0,0,1080,2400",
        " androidx.compose.ui.platform.ComposeView 0,0,1080,2400",
        "  android.view.View 0,220,1080,2117 scrolls", "   android.view.View 42,42,996,210",
        "    android.view.View 0,0,210,210 'Cover of Night\ndrive'",
        "    android.widget.TextView 252,21,406,63 'Night drive 🚗'",
        "    android.widget.TextView 252,105,206,53 '夜间电台'",
        "    android.widget.Button 870,42,126,126 'Play'",
      ])
  }

  /// React Native and SwiftUI have an element for each view, whose label repeats the view's texts.
  static let wrappers = """
    <?xml version="1.0" encoding="UTF-8"?>
    <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Radio" label="Radio" enabled="true" visible="true" accessible="false" x="0" y="0" width="393" height="852" index="0">
      <XCUIElementTypeWindow type="XCUIElementTypeWindow" enabled="true" visible="true" x="0" y="0" width="393" height="852" index="0">
        <XCUIElementTypeOther type="XCUIElementTypeOther" enabled="true" visible="true" x="0" y="0" width="393" height="852" index="0">
          <XCUIElementTypeOther type="XCUIElementTypeOther" enabled="true" visible="true" x="0" y="0" width="393" height="852" index="0">
            <XCUIElementTypeScrollView type="XCUIElementTypeScrollView" enabled="true" visible="true" x="0" y="103" width="393" height="666" index="0">
              <XCUIElementTypeOther type="XCUIElementTypeOther" name="Night drive 128 songs" label="Night drive 128 songs" enabled="true" visible="true" accessible="true" x="16" y="119" width="361" height="72" index="0">
                <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value="Night drive" name="Night drive" label="Night drive" enabled="true" visible="true" x="100" y="130" width="90" height="22" index="0"/>
                <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value="128 songs" name="128 songs" label="128 songs" enabled="true" visible="true" x="100" y="156" width="70" height="16" index="1"/>
              </XCUIElementTypeOther>
            </XCUIElementTypeScrollView>
          </XCUIElementTypeOther>
        </XCUIElementTypeOther>
      </XCUIElementTypeWindow>
    </XCUIElementTypeApplication>
    """

  @Test("elements of iOS in wrappers, with labels that repeat the texts in them")
  func others() {
    let read = TestViews.read(Self.wrappers)
    #expect(read.diagnostics.isEmpty && read.value?.source == .appium)
    #expect(
      TestViews.lines(read.value).suffix(4) == [
        "    ScrollView 0,103,393,666 scrolls", "     Other 16,16,361,72 'Night drive 128 songs'",
        "      StaticText 84,11,90,22 'Night drive'", "      StaticText 84,37,70,16 '128 songs'",
      ])
    #expect(read.value?.views.count == 8)
  }

  /// Recycled cells keep their last frame and texts until they are used again.
  static let recycled = """
    <UIWindow: 0x10a; frame = (0 0; 393 852); gestureRecognizers = <NSArray: 0x60>; layer = <UIWindowLayer: 0x61>>
       | <UICollectionView: 0x10b; frame = (0 103; 393 666); clipsToBounds = YES; autoresize = W+H; gestureRecognizers = <NSArray: 0x62>; layer = <CALayer: 0x63>; contentOffset: {0, 400}; contentSize: {393, 2400}; adjustedContentInset: {0, 0, 0, 0}; layout: <UICollectionViewCompositionalLayout: 0x64>; dataSource: <Radio.HomeSource: 0x65>>
       |    | <Radio.StationCell: 0x10c; baseClass = UICollectionViewCell; frame = (0 -320; 393 72); hidden = YES; layer = <CALayer: 0x66>>
       |    |    | <UIView: 0x10d; frame = (0 0; 393 72); gestureRecognizers = <NSArray: 0x67>; layer = <CALayer: 0x68>>
       |    |    |    | <UILabel: 0x10e; frame = (100 11; 90 22); text = 'Old one'; userInteractionEnabled = NO; layer = <_UILabelLayer: 0x69>>
       |    | <Radio.StationCell: 0x10f; baseClass = UICollectionViewCell; frame = (0 480; 393 72); autoresize = RM+BM; layer = <CALayer: 0x6a>>
       |    |    | <UIView: 0x110; frame = (0 0; 393 72); layer = <CALayer: 0x6b>>
       |    |    |    | <UILabel: 0x111; frame = (100 11; 90 22); text = 'It's late; go on'; userInteractionEnabled = NO; layer = <_UILabelLayer: 0x6c>>
       |    |    | <_UISystemBackgroundView: 0x112; frame = (0 0; 393 72); configuration = <UIBackgroundConfiguration: 0x6d>; layer = <CALayer: 0x6e>>
    """

  @Test("cells of a collection view that wait for their next use")
  func cells() {
    let read = TestViews.read(Self.recycled)
    #expect(read.diagnostics.isEmpty)
    #expect(
      TestViews.lines(read.value) == [
        "UIWindow 0,0,393,852", " UICollectionView 0,103,393,666 scrolls",
        "  Radio.StationCell 0,-320,393,72 hidden", "   UIView 0,0,393,72",
        "    UILabel 100,11,90,22 'Old one'", "  Radio.StationCell 0,480,393,72",
        "   UIView 0,0,393,72", "    UILabel 100,11,90,22 'It's late; go on'",
        "   _UISystemBackgroundView 0,0,393,72",
      ])
    let frames = read.value?.framesOnScreen ?? []
    #expect(frames.count == 9 && frames[7] == Rect(x: 100, y: 194, width: 90, height: 22))
  }

  @Test("elements of idb in each other")
  func nested() {
    let read = TestViews.read(
      """
      [{"AXFrame": "{{0, 0}, {393, 852}}", "AXUniqueId": null, "frame": {"y": 0, "x": 0, "width": 393, "height": 852},
        "role_description": "application", "AXLabel": "Radio", "content_required": false, "type": "Application",
        "title": null, "help": null, "custom_actions": [], "AXValue": null, "enabled": true, "role": "AXApplication",
        "subrole": null, "pid": 4711, "children": [
        {"AXFrame": "{{16, 119}, {361, 72}}", "AXUniqueId": "station.1", "frame": {"y": 119, "x": 16, "width": 361, "height": 72},
         "role_description": "button", "AXLabel": "Night drive, 128 songs", "type": "Button", "custom_actions": ["Remove"],
         "AXValue": null, "enabled": true, "role": "AXButton", "subrole": null, "children": [
         {"AXFrame": "{{100, 130}, {90, 22}}", "AXUniqueId": null, "frame": {"y": 130, "x": 100, "width": 90, "height": 22},
          "role_description": "text", "AXLabel": "Night drive", "type": "StaticText", "AXValue": null, "role": "AXStaticText",
          "children": []}]}]}]
      """)
    #expect(read.diagnostics.isEmpty && read.value?.source == .accessibility)
    #expect(
      TestViews.lines(read.value) == [
        "Application 0,0,393,852", " Button 16,119,361,72 #station.1 'Night drive, 128 songs'",
        "  StaticText 84,11,90,22 'Night drive'",
      ])
  }

  @Test("instances of components, in which layers can be hidden")
  func instances() {
    let read = TestViews.read(
      """
      {"name": "Radio", "components": {"2:1": {"key": "a1", "name": "State=Default", "componentSetId": "2:0"}},
       "nodes": {"1:2": {"document": {"id": "1:2", "name": "Home", "type": "FRAME", "clipsContent": true,
        "absoluteBoundingBox": {"x": 100, "y": 50, "width": 393, "height": 852}, "children": [
        {"id": "1:3", "name": "Station", "type": "INSTANCE", "componentId": "2:1", "layoutMode": "HORIZONTAL",
         "itemSpacing": 16, "paddingLeft": 12, "absoluteBoundingBox": {"x": 116, "y": 169, "width": 361, "height": 72},
         "componentProperties": {"State": {"value": "Default", "type": "VARIANT"}}, "children": [
         {"id": "I1:3;2:5", "name": "Cover", "type": "RECTANGLE", "cornerRadius": 8,
          "absoluteBoundingBox": {"x": 128, "y": 173, "width": 64, "height": 64}},
         {"id": "I1:3;2:6", "name": "Badge", "type": "FRAME", "visible": false,
          "absoluteBoundingBox": {"x": 180, "y": 173, "width": 12, "height": 12}},
         {"id": "I1:3;2:7", "name": "Title", "type": "TEXT", "characters": "夜行\\nNight",
          "absoluteBoundingBox": {"x": 208, "y": 180, "width": 90, "height": 44}}]}]}}}}
      """)
    #expect(read.diagnostics.isEmpty)
    #expect(
      TestViews.lines(read.value) == [
        "Home 0,0,393,852 #Home scrolls", " Station 16,119,361,72 #Station",
        "  Cover 12,4,64,64 #Cover", "  Title 92,11,90,44 #Title '夜行\nNight'",
      ])
    #expect(read.value?.views[1].autoLayout?.gap == 16)
  }
}
