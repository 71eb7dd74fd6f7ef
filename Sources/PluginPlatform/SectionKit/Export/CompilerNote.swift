// An ELF note that names the compiler. Swift has no stable ABI on Linux, so the host reads the note
// before it loads the library, and rejects the library if its minor version of Swift is another.
//
// Layout of a note: size of the name, size of the description, type 1, name and description, both
// padded to four bytes. The name is "sectionengine" and the description is "swift-6.3", each with a
// final NUL. Only literals are constant expressions here, so there is one note per version.
#if objectFormat(ELF)
  #if compiler(>=6.5)
    #error("add the note of this compiler's version")
  #elseif compiler(>=6.4)
    @used @section(".note.sectionengine")
    let compilerNote: CompilerNote = (
      14, 10, 1,
      (0x73, 0x65, 0x63, 0x74, 0x69, 0x6f, 0x6e, 0x65, 0x6e, 0x67, 0x69, 0x6e, 0x65, 0, 0, 0),
      (0x73, 0x77, 0x69, 0x66, 0x74, 0x2d, 0x36, 0x2e, 0x34, 0, 0, 0)
    )
  #else
    @used @section(".note.sectionengine")
    let compilerNote: CompilerNote = (
      14, 10, 1,
      (0x73, 0x65, 0x63, 0x74, 0x69, 0x6f, 0x6e, 0x65, 0x6e, 0x67, 0x69, 0x6e, 0x65, 0, 0, 0),
      (0x73, 0x77, 0x69, 0x66, 0x74, 0x2d, 0x36, 0x2e, 0x33, 0, 0, 0)
    )
  #endif

  typealias CompilerNote = (
    nameSize: UInt32, descriptionSize: UInt32, type: UInt32,
    name: (
      UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
      UInt8, UInt8, UInt8
    ),
    description: (
      UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    )
  )
#endif
