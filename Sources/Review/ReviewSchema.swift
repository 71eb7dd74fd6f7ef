/// The JSON Schemas (draft 2020-12) that `sectionengine schema` prints. They allow no unknown keys.
package enum ReviewSchema {
  /// `diff --format json`.
  package static var diff: [UInt8] { PackageResources.diff_schema_json }
  /// `$schema` of a document and `$id` of the schema. It is a name, not an address.
  static let diffIdentifier = "sectionengine:diff-v1"
  static let diffVersion = 1
  /// `explain NODE --format json`.
  package static var explain: [UInt8] { PackageResources.explain_schema_json }
  /// `snapshots.json`.
  package static var snapshots: [UInt8] { PackageResources.snapshots_schema_json }
  /// `snapshot verify --format json`.
  package static var snapshotReport: [UInt8] { PackageResources.snapshot_report_schema_json }
  /// `check --format json`.
  package static var check: [UInt8] { PackageResources.check_schema_json }
  /// Files of `--client`.
  package static var client: [UInt8] { PackageResources.client_schema_json }
  /// Files of `check --config`.
  package static var checkConfiguration: [UInt8] { PackageResources.check_config_schema_json }
}
