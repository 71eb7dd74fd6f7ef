import Testing

/// A plugin in C with one fault, and the test of `plugin check` that has to find it.
struct FaultyPlugin: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The id of the test.
  var test: String
  var status = "failed"
  /// A part of the finding's message.
  var message: String
  /// Bodies of the functions, which can use the parameters of the contract's signatures; `nil`
  /// gives a NULL pointer.
  var open: String? = "return SE_OK;"
  var close: String?
  var rowCount: String?
  var rowHeight: String? = "*out = SE_PT(20); return SE_OK;"
  var build: String?
  var entry = "return &plugin;"
  var prelude = ""
  var abi = "SE_ABI"
  var id = "faulty"
  var codes = ["TEST"]
  var types: [String] = []
  var exported = true
  /// The body of a renderer of the format `test`; `nil` if the plugin has none.
  var render: String?
  /// The body of `se_rows.elements`; `nil` if the plugin lacks the extension.
  var elements: String?

  init(_ description: String, _ test: String, _ message: String, status: String = "failed") {
    testDescription = description
    self.test = test
    self.message = message
    self.status = status
  }

  func with(_ change: (inout FaultyPlugin) -> Void) -> FaultyPlugin {
    var copy = self
    change(&copy)
    return copy
  }

  var source: String {
    func strings(_ values: [String]) -> String {
      (values + [""]).map { "{\"\($0)\", sizeof(\"\($0)\") - 1}" }.joined(separator: ", ")
    }
    func function(_ signature: String, _ body: String?) -> String {
      body.map { "static \(signature) { \($0) }\n" } ?? ""
    }
    return """
      #define _GNU_SOURCE
      #include "section_rows.h"
      #include <fcntl.h>
      #include <math.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/socket.h>
      #include <unistd.h>
      static se_value member(const se_host *h, se_value v, const char *key) {
        return h->member(h, v, (se_str){key, strlen(key)});
      }
      static void fail(const se_host *h, const char *why) {
        h->fail(h, (se_value){0}, (se_str){0}, (se_str){why, strlen(why)});
      }
      \(prelude)
      """ + "\n"
        + function(
          "se_status open_(void *self, const se_host *host, const se_block *block, void **section)",
          open)
        + function("void close_(void *section)", close)
        + function(
          "se_status row_count_(void *section, const se_host *host, uint32_t *out)", rowCount)
        + function(
          "se_status row_height_(void *section, const se_host *host, uint32_t row, se_length *out)",
          rowHeight)
        + function(
          "se_status build_(void *section, const se_host *host, se_part part, uint32_t row)", build)
          + """
          static const se_output *out;
          static void text(const se_host *h, const char *data, size_t length) {
            out->write(h, (se_str){data, length});
          }
          static se_status render_(void *self, const se_host *host, const se_page *page) {
            out = host->extension(host, SE_STR(SE_OUTPUT));
            \(render ?? "return SE_OK;")
          }
          static const se_renderer renderers[] = {{.name = {"test", 4}, .render = render_}};
          static const se_renderers offered = {.renderers = renderers, .count = 1};
          static se_value elements_(void *section, const se_host *host) {
            \(elements ?? "return (se_value){0};")
          }
          static const se_rows rows = {elements_};
          static const void *extension_(se_str name) {
            if (name.length == sizeof SE_ROWS - 1 && !memcmp(name.data, SE_ROWS, name.length))
              return \(elements == nil ? "0" : "&rows");
            if (\(render == nil ? 1 : 0)) return 0;
            return name.length == sizeof SE_RENDERERS - 1
              && !memcmp(name.data, SE_RENDERERS, name.length) ? &offered : 0;
          }
          static const se_str codes[] = {\(strings(codes))};
          static const se_str types[] = {\(strings(types))};
          static se_provider provider = {
            .block_codes = codes, .block_code_count = \(codes.count),
            .show_types = types, .show_type_count = \(types.count),
            .open = \(open == nil ? "0" : "open_"), .close = \(close == nil ? "0" : "close_"),
            .row_count = \(rowCount == nil ? "0" : "row_count_"),
            .row_height = \(rowHeight == nil ? "0" : "row_height_"),
            .build = \(build == nil ? "0" : "build_")};
          static se_plugin plugin = {
            .abi = \(abi), .provider_count = \(render == nil ? 1 : 0), .id = "\(id)",
            .version = "1.0.0", .providers = &provider,
            .extension = \(render == nil && elements == nil ? "0" : "extension_")};
          \(exported ? "SE_EXPORT" : "static __attribute__((used)) const") \
          \(exported ? "const" : "") se_plugin *\(exported ? "section_plugin_entry" : "entry")\
          (uint32_t host_abi) { \(entry) }
          """ + "\n"
  }

  /// Code that checks the block as a plugin should, for plugins whose fault is elsewhere.
  static let careful = """
    if (host->kind(host, block->value) != SE_OBJECT) {
      fail(host, "expected an object");
      return SE_DECLINED;
    }
    """

  /// A list of the block's `items` that promises that its rows depend on their elements.
  static func list(_ description: String, _ message: String) -> FaultyPlugin {
    FaultyPlugin(description, "rows", message).with {
      $0.prelude = """
        typedef struct { se_value items; uint32_t count, first; } list;
        """
      $0.open =
        careful + """
          list *l = calloc(1, sizeof(list));
          l->items = member(host, block->value, "items");
          l->count = host->count(host, l->items);
          se_str first = host->string(host, member(host, host->first(host, l->items), "text"));
          l->first = first.length ? (unsigned char)first.data[0] : 0;
          *section = l;
          return SE_OK;
          """
      $0.close = "free(section);"
      $0.rowCount = "*out = ((list *)section)->count; return SE_OK;"
      $0.rowHeight = "*out = SE_PT(40); return SE_OK;"
      $0.build = drawing("const char *rank = \"song\";")
      $0.elements = "return ((list *)section)->items;"
    }
  }

  /// Code that draws the text `rank`, which `declaration` declares.
  static func drawing(_ declaration: String) -> String {
    declaration + """
      se_node n = {.kind = SE_NODE_TEXT, .text = {rank, strlen(rank)}};
      host->begin_node(host, &n); host->end_node(host); return SE_OK;
      """
  }

  static let all: [FaultyPlugin] = [
    // MARK: Loading
    .init("no exported entry", "entry", "exports no function").with { $0.exported = false },
    .init("a symbol that nothing defines", "load", "nowhere_to_be_found").with {
      $0.prelude = "extern int nowhere_to_be_found(void);"
      $0.open = "return nowhere_to_be_found();"
    },
    .init("a crash in a constructor", "load", "SIGSEGV", status: "crashed").with {
      $0.prelude = "__attribute__((constructor)) static void c(void) { *(volatile int *)8 = 1; }"
    },
    .init("a constructor that never ends", "load", "no answer", status: "timed-out").with {
      $0.prelude =
        "__attribute__((constructor)) static void c(void) { for (volatile int i;;) i++; }"
    },
    .init("another contract", "contract", "another contract").with { $0.abi = "7u << 16" },
    .init("a refused host", "contract", "refuses this host").with { $0.entry = "return 0;" },
    .init("a bad id", "table", "its id has characters").with { $0.id = "no good" },
    .init("no open", "table", "provider 0 has no `open`").with { $0.open = nil },
    .init("a code twice", "claims", "`TEST` is claimed by provider 0 twice").with {
      $0.codes = ["TEST", "TEST"]
    },
    .init("a constructor that opens a file", "load-calls", "landlock").with {
      $0.prelude = """
        __attribute__((constructor)) static void c(void) { open("/etc/passwd", O_RDONLY); }
        """
    },
    .init("a constructor that cannot run twice", "load-twice", "SIGABRT", status: "crashed").with {
      $0.prelude = """
        __attribute__((constructor)) static void c(void) {
          if (getenv("FAULTY")) abort();
          setenv("FAULTY", "1", 1);
        }
        """
    },
    .init("a slow constructor", "load-time", "more than 1 second").with {
      $0.prelude = "__attribute__((constructor)) static void c(void) { usleep(1200000); }"
    },

    // MARK: Drawing
    .init("a height that is NaN", "samples", "row_height of row 0 is NaN").with {
      $0.rowHeight = "*out = SE_PT(NAN); return SE_OK;"
    },
    .init("a negative height", "samples", "row_height of row 0 is negative (-4)").with {
      $0.rowHeight = "*out = SE_PT(-4); return SE_OK;"
    },
    .init("more rows than a page takes", "samples", "4000000000, more than 10000").with {
      $0.rowCount = "*out = 4000000000u; return SE_OK;"
    },
    .init("an unknown status", "samples", "the unknown status 42").with { $0.open = "return 42;" },
    .init("a node that stays open", "samples", "left 1 node open").with {
      $0.build = "se_node n = {0}; host->begin_node(host, &n); return SE_OK;"
    },
    .init("text that is not UTF-8", "samples", "not valid UTF-8").with {
      $0.build = """
        se_node n = {.kind = SE_NODE_TEXT, .text = SE_STR("\\xff\\xfe")};
        host->begin_node(host, &n); host->end_node(host); return SE_OK;
        """
    },
    .init("a run that divides a character", "samples", "divides a character").with {
      $0.prelude = "#include \"section_content.h\""
      $0.build = """
        const se_content *content = host->extension(host, SE_STR(SE_CONTENT));
        se_node n = {.kind = SE_NODE_TEXT, .text = SE_STR("¥1")};
        host->begin_node(host, &n);
        if (content) content->run(host, &(se_run){.start = 1, .length = 2});
        host->end_node(host); return SE_OK;
        """
    },
    .init("a section only for new hosts", "contract-1.0", "does not draw without").with {
      $0.prelude = "#include \"section_content.h\""
      $0.build = """
        const se_content *content = host->extension(host, SE_STR(SE_CONTENT));
        if (!content) return SE_FAILED;
        se_node n = {0};
        host->begin_node(host, &n);
        content->identify(host, &(se_identity){.state = SE_STR("selected")});
        host->end_node(host); return SE_OK;
        """
    },
    .init("content that is lost silently", "contract-1.0", "does not report what is lost").with {
      $0.prelude = "#include \"section_content.h\""
      $0.build = """
        const se_content *content = host->extension(host, SE_STR(SE_CONTENT));
        se_node n = {0};
        host->begin_node(host, &n);
        if (content) content->identify(host, &(se_identity){.state = SE_STR("selected")});
        host->end_node(host); return SE_OK;
        """
    },
    list("a rank that counts the rows", "row 1 has the text `1` instead of `2`").with {
      $0.build = drawing("char rank[16]; sprintf(rank, \"%u\", row + 1);")
    },
    list("a line below all rows but the last", "row 1 has another height").with {
      $0.rowHeight = "list *l = section; *out = SE_PT(row + 1 < l->count ? 41 : 40); return SE_OK;"
    },
    list("a row that shows the first element", "row 1 has the text `").with {
      $0.build = drawing("char rank[16]; list *l = section; sprintf(rank, \"%u\", l->first);")
    },
    .init("claims that it does not draw", "samples", "draws none of the blocks of `TEST`").with {
      $0.open = "fail(host, \"not today\"); return SE_DECLINED;"
    },
    .init("a socket", "calls", "seccomp").with {
      $0.open = "socket(AF_INET, SOCK_STREAM, 0); return SE_OK;"
    },
    .init("a loop that never ends", "samples", "no answer", status: "timed-out").with {
      $0.open = "for (volatile int i;;) i++;"
    },
    .init("a counter", "deterministic", "row 0 is").with {
      $0.rowHeight = "static int n; *out = SE_PT(20 + n++); return SE_OK;"
    },
    .init("an exit", "deterministic", "called `exit(3)`", status: "crashed").with {
      $0.open = "_exit(3);"
    },
    .init("a crash", "processes", "died of SIGSEGV", status: "crashed").with {
      $0.open = "*(volatile int *)8 = 1; return SE_OK;"
    },
    .init("a height of an address", "processes", "row 0 is").with {
      $0.prelude = "static char anchor;"
      $0.rowHeight = "*out = SE_PT(((size_t)&anchor >> 12) & 0xffff); return SE_OK;"
    },
    .init("a memory of the section before", "order", "row 0 is").with {
      $0.prelude = "static double before, height;"
      $0.open = """
        height = before ? before : 30;
        before = host->number(host, member(host, block->value, "height"), 20);
        return SE_OK;
        """
      $0.rowHeight = "*out = SE_PT(height); return SE_OK;"
    },
    .init("a leak", "memory", "keeps about 1 KB of every section").with {
      $0.open = "*section = memset(malloc(1200), 1, 1200); return SE_OK;"
    },
    .init("memory that is freed twice", "memory", "died of SIGABRT", status: "crashed").with {
      $0.open = "*section = malloc(64); return SE_OK;"
      $0.close = "free(section); static int n; if (++n > 100) free(section);"
    },

    // MARK: Payloads
    .init("handles taken for pointers", "missing", "SIGSEGV", status: "crashed").with {
      $0.prelude = "static volatile char table[16];"
      $0.open = "table[(size_t)block->value.index * 65536] = 1; return SE_OK;"
    },
    .init("no answer to null", "null", "declines and gives no reason").with {
      $0.open = "return host->kind(host, block->value) == SE_NULL ? SE_DECLINED : SE_OK;"
    },
    .init("a division by a count", "empty", "SIGFPE", status: "crashed").with {
      $0.open = "volatile int n = host->count(host, block->value); n = 7 / n; return SE_OK;"
    },
    .init("a text that is taken for an object", "scalars", "SIGABRT", status: "crashed").with {
      $0.open = "if (host->kind(host, block->value) == SE_STRING) abort(); return SE_OK;"
    },
    .init("a number that must be one", "wrong-types", "SIGABRT", status: "crashed").with {
      $0.open =
        careful + """
          se_kind k = host->kind(host, member(host, block->value, "height"));
          if (k != SE_NUMBER && k != SE_MISSING) abort();
          return SE_OK;
          """
    },
    .init("a member that must be there", "missing-members", "SIGABRT", status: "crashed").with {
      $0.open =
        careful + """
          if (host->kind(host, member(host, block->value, "height")) == SE_MISSING
              && host->count(host, block->value) > 1) abort();
          return SE_OK;
          """
    },
    .init("a table of a fixed size", "huge-arrays", "SIGSEGV", status: "crashed").with {
      $0.open = """
        volatile char table[4096];
        uint32_t n = host->count(host, member(host, block->value, "items"));
        if (n < 5000) return SE_OK;
        for (size_t i = 0; i < (size_t)n << 12; i += 4096) ((volatile char *)table)[i] = 1;
        return SE_OK;
        """
    },
    .init("a buffer of a fixed size", "long-texts", "SIGABRT", status: "crashed").with {
      $0.open = """
        if (host->string(host, member(host, block->value, "title")).length > 100000) abort();
        return SE_OK;
        """
    },
    .init("a recursion without end", "deep-nesting", "SIGABRT", status: "crashed").with {
      $0.prelude = """
        static int depth(const se_host *h, se_value v) {
          int d = 0;
          while (h->kind(h, v) >= SE_ARRAY) { v = h->first(h, v); d++; }
          return d;
        }
        """
      $0.open = """
        for (se_value v = host->first(host, block->value); host->kind(host, v);
             v = host->next(host, v)) if (depth(host, v) > 200) abort();
        return SE_OK;
        """
    },
    .init("a text cut in the middle of a character", "texts", "not valid UTF-8").with {
      $0.prelude = "static se_str title;"
      $0.open = """
        title = host->string(host, member(host, block->value, "title"));
        if (title.length > 4) title.length = 4;
        return SE_OK;
        """
      $0.build = """
        se_node n = {.kind = SE_NODE_TEXT, .text = title};
        host->begin_node(host, &n); host->end_node(host); return SE_OK;
        """
    },
    .init("a negative number of the feed", "numbers", "is negative").with {
      $0.prelude = "static double height;"
      $0.open = """
        height = host->number(host, member(host, block->value, "height"), 20); return SE_OK;
        """
      $0.rowHeight = "*out = SE_PT(height); return SE_OK;"
    },
    .init("settings that must be there", "settings", "SIGABRT", status: "crashed").with {
      $0.open = "if (host->kind(host, block->settings) == SE_STRING) abort(); return SE_OK;"
    },
    .init("a showType that must be there", "show-type", "SIGSEGV", status: "crashed").with {
      $0.open = """
        if (block->show_type.length == 0) *(volatile int *)8 = 1;
        return SE_OK;
        """
    },

    // MARK: Environments
    .init("margins that are wider than the page", "widths", "is negative").with {
      $0.prelude = "static double height;"
      $0.open = "height = (block->environment.width - 32) / 2; return SE_OK;"
      $0.rowHeight = "*out = SE_PT(height); return SE_OK;"
    },
    .init("a scale that it does not know", "scales", "SIGABRT", status: "crashed").with {
      $0.open = "if (block->environment.scale == 3) abort(); return SE_OK;"
    },
    .init("a text size beyond its table", "text-sizes", "SIGABRT", status: "crashed").with {
      $0.open = "if (block->environment.text_size > 6) abort(); return SE_OK;"
    },
    .init("no dark colours", "dark", "fails and gives no reason").with {
      $0.open = "return block->environment.appearance == SE_DARK ? SE_FAILED : SE_OK;"
    },
    .init("no right-to-left", "rtl", "fails and gives no reason").with {
      $0.open = "return block->environment.direction == SE_RTL ? SE_FAILED : SE_OK;"
    },
    .init("a locale of two letters", "locales", "SIGABRT", status: "crashed").with {
      $0.open = "if (block->environment.locale.length < 2) abort(); return SE_OK;"
    },

    // MARK: Formats
    .init("a renderer that dereferences NULL", "pages", "SIGSEGV", status: "crashed").with {
      $0.render = "*(volatile int *)0 = 1; return SE_OK;"
    },
    .init("a renderer that never ends", "pages", "no answer for 2 s", status: "timed-out").with {
      $0.render = "for (volatile int i;;) i++;"
    },
    .init("a renderer that writes half a character", "pages", "not valid UTF-8").with {
      $0.render = "text(host, \"\\xe7\\x81\", 2); return SE_OK;"
    },
    .init("a renderer that writes no page", "pages", "writes no page: not today").with {
      $0.render = "fail(host, \"not today\"); return SE_FAILED;"
    },
    .init("a table of sections", "pages", "SIGABRT", status: "crashed").with {
      $0.render = """
        se_value s = host->first(host, member(host, page->layout, "sections"));
        s = host->first(host, member(host, member(host, s, "root"), "children"));
        int n = 0;
        for (; host->kind(host, s); s = host->next(host, s)) if (++n > 512) abort();
        return SE_OK;
        """
    },
    .init("a renderer that opens a file", "page-calls", "landlock").with {
      $0.render = "open(\"/etc/passwd\", O_RDONLY); return SE_OK;"
    },
    .init("a page number", "page-deterministic", "writes other bytes the second time").with {
      $0.render = """
        static char n = 'a'; text(host, &n, 1); n = n == 'z' ? 'a' : n + 1; return SE_OK;
        """
    },
    .init("an address in a page", "page-deterministic", "writes other bytes in another").with {
      $0.render = """
        char line[40]; text(host, line, sprintf(line, "%p", (void *)&out)); return SE_OK;
        """
    },
    .init("a text cut in a page", "page-texts", "not valid UTF-8").with {
      $0.render = """
        se_value s = host->first(host, member(host, page->layout, "sections"));
        se_str title = host->string(host, member(host, s, "title"));
        if (title.length > 100) title.length = 100;
        text(host, title.data, title.length);
        return SE_OK;
        """
    },
    .init("a division by columns", "page-options", "SIGFPE", status: "crashed").with {
      $0.render = """
        volatile int n = host->number(host, member(host, page->options, "columns"), 0);
        n = 80 / n; return SE_OK;
        """
    },
    .init("a member of the page that must be there", "page-members", "SIGABRT", status: "crashed")
      .with {
        $0.render = """
          if (host->kind(host, member(host, page->layout, "feed")) != SE_OBJECT) abort();
          return SE_OK;
          """
      },
    .init("no answer to what is not a page", "page-garbage", "fails and gives no reason").with {
      $0.render = """
        return host->kind(host, page->layout) == SE_OBJECT ? SE_OK : SE_FAILED;
        """
    },

    .init("a rare payload", "random", "SIGABRT", status: "crashed").with {
      $0.open = """
        if (host->kind(host, member(host, block->value, "title_")) == SE_STRING) abort();
        return SE_OK;
        """
    },
  ]
}
