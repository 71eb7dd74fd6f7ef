/// C sources of small plugins that claim one block code.
enum CPlugin {
  /// Returns the source of a plugin. `functions` can define functions such as `row_count` and
  /// `build`, and `members` assigns them to the members of `se_provider`.
  static func source(
    id: String = "test", code: String = "TEST", functions: String = "", members: String = "",
    abi: String = "SE_ABI", open: String = "return SE_OK;"
  ) -> String {
    """
    #include "section_plugin.h"
    #include <math.h>
    static se_status open_block(void *self, const se_host *host, const se_block *block,
                                void **section) {
      (void)self; (void)host; (void)block; (void)section;
      \(open)
    }
    static void close_block(void *section) { (void)section; }
    \(functions)
    static const se_str codes[] = {{"\(code)", \(code.utf8.count)}};
    static const se_provider providers[] = {{
      .block_codes = codes, .block_code_count = 1, .open = open_block, .close = close_block,
      \(members)
    }};
    static const se_plugin plugin = {
      .abi = \(abi), .provider_count = 1, .id = "\(id)", .version = "1.0.0", .providers = providers };
    SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) {
      (void)host_abi;
      return &plugin;
    }
    """
  }

  static let feed = """
    {"code": 200, "data": {"blocks": [
      {"blockCode": "TEST", "title": "A block of the test"},
      {"blockCode": "OTHER", "title": "Another block", "items": [{"title": "One"}]}
    ]}}
    """
}
