// swift-tools-version: 6.3
import PackageDescription

// The installation prefix of the engine, which contains the kit as a package.
let prefix = Context.environment["SECTIONENGINE_PREFIX"] ?? "/usr/local"

let package = Package(
  name: "Ticker",
  products: [.library(name: "Ticker", type: .dynamic, targets: ["Ticker"])],
  dependencies: [.package(path: "\(prefix)/share/sectionengine/SectionKit")],
  targets: [
    .target(name: "Ticker", dependencies: [.product(name: "SectionKit", package: "SectionKit")])
  ]
)
