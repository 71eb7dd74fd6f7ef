// Runs plugins that nobody vouched for, in the place of the program that started it. Its descriptors
// are those of CIsolation.h, its only argument is the process of that program.

import CIsolation
import Glibc

guard let parent = CommandLine.arguments.dropFirst().first.flatMap(Int32.init),
  let arena = Arena()
else {
  _exit(64)
}
se_prepare_output()
let worker = Worker(parent: parent, arena: arena)
worker.serve()
