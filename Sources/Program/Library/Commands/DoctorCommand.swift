internal import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", _superCommandName: CommandGuide.program,
    abstract: "Report what is installed, which protections work, and where state is kept.")

  func run() throws { try DoctorJob().run() }
}
