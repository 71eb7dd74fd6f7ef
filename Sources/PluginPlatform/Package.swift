// swift-tools-version: 6.3
import PackageDescription

// The package with the module that section plugins in Swift import. A plugin depends on it with
//   .package(name: "SectionKit", path: "PREFIX/share/sectionengine/SectionKit")
// if sectionengine is installed, or with the path of this folder in a checkout.
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
