/// The JSON Schema (draft 2020-12) of JSON v1, as `sectionengine schema layout` prints it.
///
/// It allows no other keys: an object with a key that is missing, misspelt, unknown or of another
/// type is rejected. A new optional key keeps the version; any other change requires a new version.
package enum LayoutSchema {
  package static let version = 1
  /// Counts the additions of optional members. Only pages that use one state it.
  package static let revision = 2
  /// `$schema` of a document and `$id` of the schema. It is a name, not an address.
  package static let identifier = "sectionengine:layout-v1"

  package static var bytes: [UInt8] { PackageResources.layout_schema_json }
}
