/// The JSON Schemas (draft 2020-12) that `sectionengine schema` prints. They reject unknown keys.
package enum ReviewSchema {
  /// The schema of `diff --format json`.
  package static var diff: [UInt8] { PackageResources.diff_schema_json }
  /// The value of `$schema` in a document and of `$id` in the schema; not a URL.
  static let diffIdentifier = "sectionengine:diff-v1"
  static let diffVersion = 1
  /// The schema of `explain NODE --format json`.
  package static var explain: [UInt8] { PackageResources.explain_schema_json }
  /// The schema of `snapshots.json`.
  package static var snapshots: [UInt8] { PackageResources.snapshots_schema_json }
  /// The schema of `snapshot verify --format json`.
  package static var snapshotReport: [UInt8] { PackageResources.snapshot_report_schema_json }
  /// The schema of `check --format json`.
  package static var check: [UInt8] { PackageResources.check_schema_json }
  /// The schema of files for `--client`.
  package static var client: [UInt8] { PackageResources.client_schema_json }
}
