import Page
import Renderers

@testable import LayoutCore

/// Sections with the shapes of music feeds, with invented texts.
enum Sample {
  static func header(_ title: String, _ button: String) -> Sketch {
    Sketch(
      .box, 0, 0, 414, 40, "",
      [
        Sketch(.text, 10, 10, 100, 20, title).with { $0.role = .header },
        Sketch(.button, 339, 10, 65, 20, button).with {
          $0.radius = 10
          $0.target = "app://more"
        },
      ]
    ).with { $0.name = "header" }
  }

  static let banner = section(
    "BANNER", height: 180,
    Sketch(
      .box, 0, 0, 414, 180, "",
      [
        Sketch(
          .pager, 0, 0, 414, 180, "",
          (0..<4).map { page in
            Sketch(.image, 10 + Double(page) * 414, 10, 394, 160).with {
              $0.label = "海边的夏天 · 现场"
              $0.badge = "独家"
              $0.radius = 10
            }
          }),
        Sketch(.pageControl, 300, 150, 84, 20).with { $0.dots = (4, 0) },
      ]))

  static let menus = section(
    "MENUS", height: 100,
    Sketch(
      .carousel, 0, 0, 414, 100, "",
      ["日推", "漫游", "歌单库", "排行", "有声书", "直播间", "收藏"].enumerated().map { index, title in
        Sketch(
          .button, Double(index) * 75, 10, 75, 80, "",
          [
            Sketch(
              .box, 15, 0, 45, 45, "", [Sketch(.icon, 10, 10, 25, 25, String(title.prefix(1)))]
            ).with {
              $0.background = "disc"
              $0.radius = 22.5
            },
            Sketch(.text, 0, 55, 75, 15, title).with { $0.align = .center },
          ])
      }))

  static func rail(_ titles: [String], width: Double = 120, lines: Int = 1) -> PlacedSection {
    section(
      "RAIL", height: 240,
      Sketch(
        .box, 0, 0, 414, 240, "",
        [
          header("为你挑选", "更多"),
          Sketch(
            .carousel, 0, 40, 414, 190, "",
            titles.enumerated().map { index, title in
              Sketch(
                .box, 10 + Double(index) * (width + 10), 5, width, 160, "",
                [
                  Sketch(.image, 0, 0, width, 120).with { $0.badge = "\(index + 3)万" },
                  Sketch(.text, 0, 125, width - 10, 15 * Double(lines), title).with {
                    $0.maxLines = UInt32(lines)
                  },
                ])
            }),
        ]))
  }

  static let songs = section(
    "SONGS", height: 290,
    Sketch(
      .box, 0, 0, 414, 290, "",
      [
        header("猜你爱听", "播放 ▶"),
        Sketch(
          .pager, 0, 40, 414, 250, "",
          [("小河", "四月乐队"), ("Paper Moon", "Ada Wells"), ("远山", "阿禾"), ("雾", "北岛")]
            .enumerated().map { index, song in
              Sketch(
                .box, 20 + Double(index / 3) * 374, 10 + Double(index % 3) * 76, 374, 76, "",
                [
                  Sketch(.image, 0, 5, 66, 66),
                  Sketch(.text, 76, 16, 200, 17, song.0),
                  Sketch(.text, 76, 41, 200, 15, song.1),
                  Sketch(.icon, 320, 26, 24, 24, "▶"),
                ])
            }
        ).with { $0.style.lanes = 3 },
      ]))

  static let placeholder: PlacedSection = {
    var result = section(
      "LIVE_ROOMS", height: 120, Sketch(.placeholder, 0, 0, 414, 120))
    result.section.fallback = Section.Fallback(
      step: .placeholder, reason: "no provider for the code or its showType")
    result.section.diagnosticCodes = ["SE3002"]
    return result
  }()

  static let searchBar = section(
    "navigation", height: 44,
    Sketch(
      .box, 0, 0, 414, 44, "",
      [
        Sketch(
          .box, 16, 6, 382, 32, "",
          [
            Sketch(.icon, 10, 8, 16, 16, "⌕"),
            Sketch(.text, 34, 8, 200, 16, "大家都在找 海边的夏天"),
          ]
        ).with {
          $0.background = "field"
          $0.radius = 16
        }
      ]))

  static let tabBar = section(
    "tabs", height: 49,
    Sketch(
      .box, 0, 0, 414, 49, "",
      ["发现", "播客", "我的", "关注", "社区"].enumerated().map { index, title in
        Sketch(
          .button, Double(index) * 82.8, 0, 82.8, 49, "",
          [
            Sketch(.icon, 29.4, 5, 24, 24),
            Sketch(.text, 0, 31, 82.8, 15, title).with { $0.align = .center },
          ])
      }))

  /// A mirrored rail, as layout produces it for a right-to-left page.
  static let arabic = section(
    "RAIL", height: 240,
    Sketch(
      .box, 0, 0, 414, 240, "",
      [
        Sketch(
          .box, 0, 0, 414, 40, "",
          [
            Sketch(.text, 304, 10, 100, 20, "قوائم التشغيل").with { $0.role = .header },
            Sketch(.button, 10, 10, 65, 20, "المزيد").with { $0.target = "app://more" },
          ]
        ).with { $0.name = "header" },
        Sketch(
          .carousel, 0, 40, 414, 190, "",
          ["صباح", "مساء", "ليل", "سفر"].enumerated().map { index, title in
            Sketch(
              .box, 284 - Double(index) * 130, 5, 120, 160, "",
              [
                Sketch(.image, 0, 0, 120, 120).with { $0.badge = "12" },
                Sketch(.text, 10, 125, 110, 15, title),
              ])
          }),
      ]))

  static var withChrome: Page {
    var result = page([rail(["雨天", "周末"])], title: "发现")
    result.chrome = Page.Chrome(top: searchBar, bottom: tabBar)
    return result
  }

  static var rightToLeft: Page {
    page([arabic], environment: LayoutEnvironment(direction: .rtl))
  }

  static var feed: [PlacedSection] {
    [banner, menus, rail(["清晨咖啡馆的一小时", "雨天 | 钢琴", "周末出发", "公路电台", "老电影"]), songs]
  }
}
