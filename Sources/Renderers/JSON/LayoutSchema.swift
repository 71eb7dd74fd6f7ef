/// The JSON Schema (draft 2020-12) of JSON v1, as `sectionengine schema layout` prints it.
///
/// The schema rejects unknown, misspelt and missing keys, and values of the wrong type. A new
/// optional key does not change the version; any other change requires a new version.
package enum LayoutSchema {
  package static let version = 1
  /// The revision of the optional members. A page states it only if it has members of revision 2.
  package static let revision = 2
  /// The value of `$schema` in a document and of `$id` in the schema; not a URL.
  package static let identifier = "sectionengine:layout-v1"

  package static var bytes: [UInt8] { PackageResources.layout_schema_json }
}
