// swift-tools-version: 6.3
import PackageDescription

// Where the engine is installed; the kit stands there as a package of its own.
let prefix = Context.environment["SECTIONENGINE_PREFIX"] ?? "/usr/local"

let package = Package(
  name: "Ticker",
  products: [.library(name: "Ticker", type: .dynamic, targets: ["Ticker"])],
  dependencies: [.package(path: "\(prefix)/share/sectionengine/SectionKit")],
  targets: [
    .target(name: "Ticker", dependencies: [.product(name: "SectionKit", package: "SectionKit")])
  ]
)
