import ArticleText
import TestConditions
import Testing

@Suite("PlainText") struct PlainTextTests {
  @Test(
    "character references are decoded",
    arguments: [
      ("&ldquo;View&rdquo; &hellip;", "“View” …"), ("R&amp;D", "R&D"), ("&quot;a&quot;", "\"a\""),
      ("&lt;T&gt;", "<T>"), ("a&nbsp;b", "a\u{A0}b"), ("&middot;&mdash;&ndash;", "·—–"),
      ("&#39;x&#x27;&#X27;", "'x''"), ("&apos;", "'"), ("&#128640;&#x1F680;", "🚀🚀"),
      ("&#8220;&#x201d;", "“”"), ("&#150;&#151;&#x85;", "–—…"), ("&AElig;&aelig;", "Ææ"),
      ("&#0000000000000000039;", "'"), ("&ldquo;中文&rdquo;", "“中文”"), ("&#x09;&#10;", "\t\n"),
    ])
  func references(markup: String, text: String) {
    #expect(PlainText.of(markup) == text)
  }

  @Test(
    "an invalid or incomplete reference is kept as written",
    arguments: [
      "&", "&&", "a & b", "&;", "&amp", "&amp b", "&unknown;", "&AMP;", "&#;", "&#x;", "&#xg;",
      "&#12a;", "&#55296;", "&#x110000;", "&#99999999999999999999;", "&#0;", "&#7;", "&#129;",
      "?a=1&copy=2", "&中;", "& amp;", "&#", "&#x", "&#39",
    ])
  func broken(markup: String) {
    #expect(PlainText.of(markup) == markup)
  }

  @Test("decoded text is not decoded a second time")
  func once() {
    #expect(PlainText.of("&amp;lt;em&amp;gt;") == "&lt;em&gt;")
    #expect(PlainText.of("&lt;em&gt;") == "<em>")
    #expect(PlainText.of("&#38;#39;") == "&#39;")
    #expect(PlainText.of("&am<b></b>p;") == "&amp;")
    #expect(PlainText.of("<<b>em>") == "<em>")
  }

  @Test(
    "tags are removed, and line tags leave a line feed between texts",
    arguments: [
      ("<em class='highlight'>View</em> 绘制", "View 绘制"), ("a<b>b</B>c", "abc"),
      ("<a href=\"x>y\">z</a>", "z"), ("one<br>two<BR/>three<br />", "one\ntwo\nthree"),
      ("<p>one</p>\n<p>two</p>", "one\ntwo"), ("<p>one</p><p>two</p>", "one\ntwo"),
      ("<ul><li>a</li><li>b</li></ul>", "a\nb"), ("<h1>t</h1>", "t"), ("<em></em>", ""),
      ("<em\nclass='a'>x</em>", "x"), ("<strong >x</strong\t>", "x"),
    ])
  func tags(markup: String, text: String) {
    #expect(PlainText.of(markup) == text)
  }

  @Test(
    "parts inside of em, strong, b and mark are emphasized",
    arguments: [
      ("a <em class='highlight'>列表</em> b", "a |*列表| b"), ("<b>a</b>b", "*a|b"), ("<em>a", "*a"),
      ("a<em></em>b", "ab"), ("<em>a<strong>b</strong>c</em>d", "*abc|d"), ("a</em>b", "ab"),
      ("<em>a</em><b>b</b>", "*ab"), ("<mark>&amp;</mark>", "*&"), ("", ""), ("plain", "plain"),
      ("a<p><em>b</em></p>c", "a|*\nb|\nc"), ("<code>x</code> y", "x y"),
    ])
  func emphasis(markup: String, parts: String) {
    let found = PlainText.parts(of: markup)
    #expect(found.map { ($0.isEmphasized ? "*" : "") + $0.text }.joined(separator: "|") == parts)
    #expect(found.map(\.text).joined() == PlainText.of(markup))
  }

  @Test(
    "text that is not a known tag is kept as written",
    arguments: [
      "a < b", "a<b", "List<String>", "<", "<>", "</>", "<em", "<em class='x", "<em class='>",
      "Map<K, V>", "< em>", "<em-dash>", "<emx>", "<1>", "<em a='<", "<!-- x -->", "i<em<j",
      "<blockquotes>", "1<2>1",
    ])
  func noTags(markup: String) {
    #expect(PlainText.of(markup) == markup)
  }

  @Test("an unclosed tag is kept as written and does not affect the tags around it")
  func unclosed() {
    #expect(PlainText.of("<em <b>x</b>") == "<em x")
    #expect(PlainText.of("<em class='highlight>x</em>") == "<em class='highlight>x")
  }

  @Test("a concatenation of independent pieces converts to the concatenation of their texts")
  func pieces() {
    let pieces = [
      ("&amp;", "&"), ("<i>", ""), (" ", " "), ("& ", "& "), ("< ", "< "), ("中", "中"),
      ("&#39;", "'"),
      ("</i>", ""), ("&x; ", "&x; "),
    ]
    for a in pieces {
      for b in pieces {
        for c in pieces {
          #expect(PlainText.of(a.0 + b.0 + c.0) == a.1 + b.1 + c.1)
        }
      }
    }
  }

  @Test(
    "a long text of unclosed tags and references is kept as written", .exhaustive,
    arguments: ["<em ", "<em '", "&", "&#", "&#x1", "&amp", "<", "</p", "<a href=\"", "&a<b"])
  func long(piece: String) {
    let markup = String(repeating: piece, count: 200_000 / piece.utf8.count)
    #expect(PlainText.of(markup) == markup)
  }
}
