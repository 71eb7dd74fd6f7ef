import ArticlesSection
import BannerSection
import CalendarSection
import CardRailSection
import ChartsSection
import GenericSection
import MallSection
import MenusSection
import PodcastsSection
import SectionKit
import SongColumnsSection
import VideosSection

/// The bundled plugins, linked into a program.
public enum BundledSections {
  /// The plugins in the order in which a folder of their libraries is searched.
  public static var plugins: [SectionPlugin] {
    [
      .articles, .banner, .calendar, .cardRail, .charts, .generic, .mall, .menus,
      .podcasts, .songColumns, .videos,
    ]
  }
}
