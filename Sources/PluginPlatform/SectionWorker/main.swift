// Runs untrusted plugins for the program that started it. The descriptors are defined in
// CIsolation.h; the first argument is the process id of that program.

import CIsolation
import Glibc

// A second argument means that the worker is debugged: its crashes are left to the debugger.
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
