// The worker: runs an untrusted plugin for the program that started it. The first argument is the
// process id of that program. CIsolation.h defines the descriptors that the program passes.

import CIsolation
import Glibc

// If there is a second argument, a debugger handles the worker's crashes.
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
