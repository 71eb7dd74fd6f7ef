import PluginHost
import Testing

@Suite("Plugin search path")
struct PluginSearchPathTests {
  private func lines(_ path: PluginSearchPath) -> [String] {
    path.folders.map { "\($0.origin.rawValue) \($0.path)" }
  }

  @Test("options come before the environment, the user's folder and the bundled folder")
  func order() {
    let path = PluginSearchPath(
      options: ["b", "./a"], environmentPath: "/e1:/e2", dataHome: "/data", home: "/home/x",
      bundled: ["/usr/lib/sectionengine/plugins"], repository: ["/src/Plugins"])
    #expect(
      lines(path) == [
        "option b", "option ./a", "environment /e1", "environment /e2",
        "user /data/sectionengine/plugins", "bundled /usr/lib/sectionengine/plugins",
        "repository /src/Plugins",
      ])
  }

  @Test("the working folder is searched only if it is named")
  func currentDirectory() {
    #expect(lines(PluginSearchPath()) == [])
    #expect(lines(PluginSearchPath(environmentPath: "", dataHome: "", home: "")) == [])
    #expect(lines(PluginSearchPath(environmentPath: "::/a:", bundled: [""])) == ["environment /a"])
    #expect(lines(PluginSearchPath(dataHome: "relative", home: "also")) == [])
    #expect(lines(PluginSearchPath(options: ["."])) == ["option ."])
  }

  @Test("without XDG_DATA_HOME the user's folder is below the home folder")
  func home() {
    #expect(
      lines(PluginSearchPath(home: "/home/x/"))
        == ["user /home/x/.local/share/sectionengine/plugins"])
    #expect(
      lines(PluginSearchPath(dataHome: "relative", home: "/h"))
        == ["user /h/.local/share/sectionengine/plugins"])
    #expect(
      lines(PluginSearchPath(home: "/")) == ["user /.local/share/sectionengine/plugins"])
  }

  @Test("a folder that is named twice keeps its first position")
  func duplicates() {
    let path = PluginSearchPath(
      options: ["/a/", "/b"], environmentPath: "/a:/c", bundled: ["/b//"])
    #expect(lines(path) == ["option /a/", "option /b", "environment /c"])
  }
}
