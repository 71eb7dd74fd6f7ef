/// Values of `e_machine`, from the System V ABI.
enum ELFMachine {
  #if arch(x86_64)
    static let host: UInt16 = 62
  #elseif arch(arm64)
    static let host: UInt16 = 183
  #elseif arch(riscv64)
    static let host: UInt16 = 243
  #else
    #error("add the e_machine of this architecture")
  #endif

  static func name(_ machine: UInt16) -> String {
    switch machine {
    case 3: "x86 (32-bit)"
    case 21: "PowerPC64"
    case 22: "s390x"
    case 40: "ARM (32-bit)"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "RISC-V"
    case 258: "LoongArch"
    default: "machine \(machine)"
    }
  }
}
