// Measures costs, most of them as ratios within one run, each next to its limit. The exit status is
// 1 if a limit is missed.

import AllocationCount
import CSimdJSON
import FeedDocument
import Foundation
import LayoutCore
import PluginHost
import Renderers

// `Benchmarks count PHASE N` runs one phase of node layout N times and nothing else, so that
// valgrind can count its instructions.
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "count",
  let phase = NodeLayoutCost.Phase(rawValue: CommandLine.arguments[2]),
  let repeats = Int(CommandLine.arguments[3])
{
  let body = NodeLayoutCost.body(of: phase)
  for _ in 0..<repeats { body.run() }
  exit(0)
}
// `Benchmarks case FILE N` lays out the first case of a file N times, and prints the fastest time
// in ns.
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "case",
  let rounds = Int(CommandLine.arguments[3])
{
  guard let run = PageLayoutCost.runs(ofCasesIn: CommandLine.arguments[2])?.first else { exit(2) }
  print(Int(fastest(rounds: rounds, [run.layOutAgain])[0]))
  exit(0)
}
// `Benchmarks parity N [SEED [DUMP…]]` edits N pages in known ways, and compares each page with an
// app that shows the edited page. The pages are random or those of the dumps. The command prints
// how the edits are reported, by format and kind of edit.
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "parity",
  let count = Int(CommandLine.arguments[2])
{
  let rest = CommandLine.arguments.dropFirst(3)
  let seed = rest.first.flatMap { UInt64($0) } ?? 1
  exit(ParityCost.judge(count, seed: seed, dumps: Array(rest.dropFirst())) ? 0 : 1)
}
var report = Report()

// The products of `make install PREFIX=.build/installed`.
let installed = ".build/installed"

// `Benchmarks growth N` measures a session of N pages and nothing else.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "growth",
  let pages = Int(CommandLine.arguments[2])
{
  guard let pipeline = Pipeline(installedIn: installed) else { exit(2) }
  GrowthCost.measure(pipeline.engine.providers, pages: [pages], &report)
  exit(report.missed == 0 ? 0 : 1)
}

// `Benchmarks instructions` compares the instruction counts with their budgets.
guard let budgets = InstructionBudgets() else {
  print("run it in the folder of the checkout: make bench")
  exit(2)
}
if CommandLine.arguments.last == "instructions" {
  budgets.check(&report)
  exit(report.missed == 0 ? 0 : 1)
}

// MARK: Node layout

NodeLayoutCost.measure(&report)
if CommandLine.arguments.last == "layout" { exit(report.missed == 0 ? 0 : 1) }

// MARK: Differences

DiffCost.measure(&report)
PageDiffCost.measure(&report)
ParityCost.measure(&report)
if CommandLine.arguments.last == "diff" { exit(report.missed == 0 ? 0 : 1) }

// The installed worker and program, and the folder with the object files of the plugins.
let worker = "\(installed)/libexec/sectionengine/section-worker"
let program = "\(installed)/bin/sectionengine"
let products = ".build/install/plugins/release"

// MARK: Providers

ProviderCost.measure(products, &report)
if CommandLine.arguments.last == "providers" { exit(report.missed == 0 ? 0 : 1) }

// MARK: The worker

WorkerCost.measure(worker: worker, &report)
ManifestCost.measure(worker: worker, &report)

DiscoveryCost.measure(worker: worker, &report)
if CommandLine.arguments.last == "worker" { exit(report.missed == 0 ? 0 : 1) }

// MARK: Fetching

FetchCost.measure(&report)
if CommandLine.arguments.last == "fetching" { exit(report.missed == 0 ? 0 : 1) }

// MARK: Snapshots

SnapshotCost.measure(&report, program: program)
if CommandLine.arguments.last == "snapshots" { exit(report.missed == 0 ? 0 : 1) }

// MARK: Texts in fonts

FontCost.measure(program: program, &report)
if CommandLine.arguments.last == "fonts" { exit(report.missed == 0 ? 0 : 1) }

// MARK: Many feeds

BatchCost.measure(&report, program: program)
if CommandLine.arguments.last == "batch" { exit(report.missed == 0 ? 0 : 1) }

guard let pipeline = Pipeline(installedIn: installed) else {
  print("run it in the folder of the checkout: make bench")
  exit(2)
}

// MARK: Growth

GrowthCost.measure(
  pipeline.engine.providers, pages: [10, 100, 1_000, 10_000], &report)
if CommandLine.arguments.last == "growth" { exit(report.missed == 0 ? 0 : 1) }

// MARK: Tape fill against a plain DOM parse of the same bytes

@MainActor func compareWithDOM(_ name: String, _ text: [UInt8]) {
  let source = PaddedBytes(text)
  let copies = (0..<64).map { _ in PaddedBytes(text) }
  var next = 0
  let times = fastest(
    rounds: 60,
    [
      {
        // A document owns its source, so each run needs its own bytes.
        _ = FeedDocument.parse(copies[next % copies.count], name: name)
        next += 1
      },
      { source.text.withUnsafeBytes { _ = se_simdjson_dom_parse($0.baseAddress, $0.count) } },
    ])
  report.line("tape fill / DOM parse, \(name)", times[0] / times[1], unit: "", limit: 2.5)
}

let generated = GeneratedFeed.text(blocks: 300)
compareWithDOM("generated, \(generated.utf8.count / 1000) KB", Array(generated.utf8))
let capture = "../shared/data/feeds/netease/2021-05-18-home-11-blocks.json"
if let bytes = FileManager.default.contents(atPath: capture) {
  compareWithDOM("captured, \(bytes.count / 1000) KB", [UInt8](bytes))
}

// MARK: The whole pipeline

let dump = DumpRenderer(options: RenderOptions())
let whole = fastest(
  rounds: 20,
  [
    { _ = pipeline.document(generated) },
    { if let page = pipeline.page(generated) { _ = dump.bytes(of: page) } },
  ])
report.line("bytes to dump / tape fill, 300 blocks", whole[1] / whole[0], unit: "")

// MARK: Cost over sizes

var perBlock: [Int: Double] = [:]
for blocks in [10, 100, 1_000, 10_000] {
  let text = GeneratedFeed.text(blocks: blocks)
  guard let document = pipeline.document(text), let feed = pipeline.feed(document),
    let page = pipeline.page(text), page.sections.count == blocks
  else {
    print("a feed of \(blocks) blocks does not give \(blocks) sections")
    exit(2)
  }
  let drawn = pipeline.sections(of: feed)
  let engine = LayoutEngine(environment: pipeline.environment, measurer: pipeline.measurer)
  let stages: [(String, () -> Void)] = [
    ("parse", { _ = pipeline.document(text) }),
    ("assemble", { _ = pipeline.feed(document) }),
    ("plugins", { _ = pipeline.sections(of: feed) }),
    ("layout", { _ = engine.layOut(drawn) }),
    ("text", { _ = TextRenderer(options: RenderOptions()).bytes(of: page) }),
    ("dump", { _ = dump.bytes(of: page) }),
    ("json", { _ = JSONRenderer(options: RenderOptions()).bytes(of: page) }),
    ("svg", { _ = SVGRenderer().bytes(of: page) }),
    ("bytes to dump", { if let page = pipeline.page(text) { _ = dump.bytes(of: page) } }),
  ]
  let times = fastest(rounds: max(3, 3_000 / blocks), stages.map(\.1))
  for (stage, time) in zip(stages, times) {
    report.line("\(stage.0), \(blocks) blocks", time / Double(blocks), unit: "ns/block")
  }
  perBlock[blocks] = (times.last ?? 0) / Double(blocks)
}
if let large = perBlock[10_000], let small = perBlock[100] {
  report.line("a block of 10 000 / a block of 100", large / small, unit: "", limit: 1.3)
}

// MARK: Sections of 10 000 items

for layout in Section.Layout.allCases {
  let cost = SectionLayoutCost(layout)
  let time = fastest(rounds: 20, [cost.layOut])[0]
  report.line("\(layout) of 10 000 items", time / 1e6, unit: "ms", limit: 2)
}

// MARK: Pages

PageLayoutCost.measureCaptures(&report)
do {
  let engine = LayoutEngine(environment: pipeline.environment, measurer: pipeline.measurer)
  func drawn(_ blocks: Int) -> [Section] {
    let document = pipeline.document(GeneratedFeed.text(blocks: blocks))
    return document.flatMap(pipeline.feed).map(pipeline.sections) ?? []
  }
  PageLayoutCost.measureThreads(drawn(1_000), engine, &report)
  PageLayoutCost.measureChange(pipeline, blocks: 500, &report)
}

// MARK: Instructions

budgets.check(&report)
exit(report.missed == 0 ? 0 : 1)
