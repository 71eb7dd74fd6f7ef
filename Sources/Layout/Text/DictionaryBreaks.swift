internal import CTextShaper

/// Whether the line breaks of a text depend on a dictionary.
package enum DictionaryUse: Int, Sendable {
  case unneeded, used
  /// A dictionary is needed but missing, so breaks between words are not found.
  case missing
}

/// Breaks between words of scripts without spaces, by ICU's dictionaries.
package enum DictionaryBreaks {
  /// Adds the breaks between Thai, Lao, Khmer and Burmese words. Returns whether the text needs
  /// a dictionary, and whether every dictionary that it needs was found.
  static func add(
    to breaks: inout [UInt8], of text: UnsafeBufferPointer<UInt8>
  ) -> DictionaryUse {
    var offset = 0
    var use = DictionaryUse.unneeded
    while offset < text.count {
      // The scripts begin with U+0E01, whose first UTF-8 byte is E0.
      guard text[offset] >= 0xE0, needsDictionary(text.scalar(at: offset).value) else {
        offset += 1
        continue
      }
      var offsets: [Int] = []
      var units: [UInt16] = []
      while offset < text.count {
        let scalar = text.scalar(at: offset)
        guard needsDictionary(scalar.value) else { break }
        offsets.append(offset)
        units.append(UInt16(scalar.value))
        offset += scalar.count
      }
      var words = [UInt8](repeating: 0, count: units.count)
      guard se_dictionary_breaks(units, units.count, &words) else {
        use = .missing
        continue
      }
      if use == .unneeded { use = .used }
      for (index, start) in offsets.enumerated() where index > 0 && words[index] != 0 {
        breaks[start] = max(breaks[start], 1)
      }
    }
    return use
  }

  /// The name of the dictionaries, which dumps show in their header.
  package static var name: String {
    let version = se_dictionary_version()
    return version > 0 ? "dict-icu\(version)" : "dict-none"
  }

  /// Returns whether a character is of line break class SA, in a script with a dictionary.
  private static func needsDictionary(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0EBD, 0x0EC0...0x0EC6, 0x0EC8...0x0ECE,
      0x0EDC...0x0EDF, 0x1000...0x103F, 0x1050...0x108F, 0x109A...0x109F, 0x1780...0x17D3, 0x17D7,
      0x17DC, 0x17DD, 0xAA60...0xAA7F:
      true
    default: false
    }
  }
}
