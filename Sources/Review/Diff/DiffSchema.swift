/// The version of `diff --format json`.
package enum DiffSchema {
  package static let version = 1
  /// `$schema` of a document and `$id` of the schema. It is a name, not an address.
  package static let identifier = "sectionengine:diff-v1"
}
