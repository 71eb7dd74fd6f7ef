import Support
import Testing

@testable import PluginTools

@Suite("Names of new plugins") struct PluginNameTests {
  @Test(
    "a name determines the type, the block code and the symbol",
    arguments: [
      ("ticker", "TickerSection", "TICKER", "ticker"),
      ("my-ticker", "MyTickerSection", "MY_TICKER", "my_ticker"),
      ("my_ticker2", "MyTicker2Section", "MY_TICKER2", "my_ticker2"),
      ("myTicker", "MyTickerSection", "MY_TICKER", "my_ticker"),
      ("HTMLPage", "HtmlPageSection", "HTML_PAGE", "html_page"),
      ("flash-section", "FlashSection", "FLASH_SECTION", "flash_section"),
      ("text", "TextSection", "TEXT", "text"), ("self", "SelfSection", "SELF", "self"),
      ("a--b_", "ABSection", "A_B", "a_b"),
    ])
  func spellings(_ text: String, _ type: String, _ code: String, _ symbol: String) throws {
    let name = try #require(PluginName(text))
    #expect((name.type, name.blockCode, name.symbol) == (type, code, symbol))
  }

  @Test(
    "a name that does not fit a file, a symbol and an id is refused with the reason",
    arguments: [
      ("", "is empty"), ("横幅", "has `横`"), ("a b", "has ` `"), ("a/b", "has `/`"),
      ("..", "has `.`"), ("-a", "begins with `-`"), ("1a", "begins with `1`"),
      ("a\n", "has a control character"), ("e\u{301}", "has"), ("👍", "has `👍`"),
      (String(repeating: "a", count: 65), "is longer than 64"),
    ])
  func refusals(_ text: String, _ reason: String) {
    #expect(PluginName(text) == nil)
    #expect(PluginName.refusal(of: text)?.hasPrefix(reason) == true)
  }

  @Test(
    "a block code with letters or digits gives a name",
    arguments: [
      ("HOMEPAGE_BANNER", "homepage-banner"), ("3", "block-3"), ("bottomFloat", "bottom-float"),
      ("限时 sale", "sale"), ("a/b", "a-b"), ("横幅", nil), ("--", nil),
    ])
  func names(_ code: String, _ name: String?) { #expect(PluginName(forCode: code)?.text == name) }

  @Test(
    "texts of a feed are escaped in source code",
    arguments: [
      ("a", #""a""#, #""a""#), (#"a"b\"#, #""a\"b\\""#, #""a\"b\\""#),
      ("\n\u{202E}", #""\u{A}\u{202E}""#, #""\012\342\200\256""#),
      (#"\(x)"#, #""\\(x)""#, #""\\(x)""#),
      ("??/", #""??/""#, #""\077\077/""#), ("灯", #""灯""#, #""\347\201\257""#),
    ])
  func literals(_ text: String, _ swift: String, _ c: String) {
    #expect(SourceLiteral.swift(text) == swift)
    #expect(SourceLiteral.c(text) == c)
  }

  @Test("a word of a command is quoted if a shell would change it")
  func words() {
    #expect(shellWord("a/b-c.json") == "a/b-c.json")
    #expect(shellWord("it's $HOME") == #"'it'\''s $HOME'"#)
    #expect(shellWord("") == "''")
    #expect(SourceLiteral.make("/a b/$c#") == ##"'/a b/$$c\#'"##)
  }
}
