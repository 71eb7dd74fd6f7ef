import Support

extension ReviewSchema {
  /// The schema of files for `check --config`, with an entry for each rule.
  package static var checkConfiguration: [UInt8] {
    let file = PackageResources.check_config_schema_json
    guard let place = file.firstRange(of: Array(#""properties": {}"#.utf8)) else { return file }
    var out = ByteWriter()
    out.write(file[..<place.lowerBound])
    out.write(#""properties": {"#)
    for (index, rule) in CheckRule.all.sorted(by: { $0.id < $1.id }).enumerated() {
      out.write(index == 0 ? "\n" : ",\n")
      rule.writeSchema(to: &out)
    }
    out.write("\n      }")
    out.write(file[place.upperBound...])
    return out.bytes
  }
}

extension CheckRule {
  /// Writes the entry for this rule: a severity, or an object with a severity and the limits.
  fileprivate func writeSchema(to out: inout ByteWriter) {
    out.write("        ")
    out.write(jsonString: id)
    out.write(": {\n          \"description\": ")
    out.write(jsonString: summary)
    out.write(
      """
      ,
                "anyOf": [
                  { "$ref": "#/$defs/severity" },
                  {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {

      """)
    for limit in limits { limit.writeSchema(to: &out) }
    out.write(
      """
                    "severity": { "$ref": "#/$defs/severity" }
                    }
                  }
                ]
              }
      """)
  }
}

extension CheckRule.Limit {
  fileprivate func writeSchema(to out: inout ByteWriter) {
    out.write("              ")
    out.write(jsonString: name)
    out.write(": {\n                \"description\": ")
    out.write(jsonString: meaning)
    out.write(",\n                \"type\": \"number\"")
    let numbers = [
      ("minimum", range.lowerBound), ("maximum", range.upperBound), ("default", standard),
    ]
    for (name, number) in numbers {
      out.write(",\n                \"\(name)\": ")
      out.write(exact: number)
    }
    out.write("\n              },\n")
  }
}
