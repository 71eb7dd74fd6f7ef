import Program

CommandLineProgram.run()
