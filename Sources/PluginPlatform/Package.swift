// swift-tools-version: 6.3
import PackageDescription

// The module that section plugins in Swift import, as a package without the rest of the engine:
//   .package(name: "SectionKit", path: "PREFIX/share/sectionengine/SectionKit")
// where sectionengine is installed, and this very folder in a checkout.
let package = Package(
  name: "SectionKit",
  products: [.library(name: "SectionKit", targets: ["SectionKit"])],
  targets: [
    .target(name: "CSectionABI", path: "CSectionABI"),
    .target(
      name: "SectionKit", dependencies: ["CSectionABI"], path: "SectionKit",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  ]
)
