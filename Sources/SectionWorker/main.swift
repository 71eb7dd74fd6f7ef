// Runs untrusted plugins for the program that started it. Its descriptors
// are those of CIsolation.h, its only argument is the process of that program.

import CIsolation
import Glibc

// A second argument says that somebody debugs it: crashes are left to the debugger, and standard output
// is the terminal's.
let isDebugged = CommandLine.arguments.count > 2
guard let parent = CommandLine.arguments.dropFirst().first.flatMap(Int32.init),
  let arena = Arena(recordsCrashes: !isDebugged)
else {
  _exit(64)
}
se_prepare_output()
if isDebugged { se_allow_tracing() }
let worker = Worker(parent: parent, arena: arena, isDebugged: isDebugged)
worker.serve()
