// A ticker: one row per item, as high as its text needs, and a tap that opens the item's page.
//
//     c++ -std=c++17 -shared -fPIC -I PREFIX/include/sectionengine ticker.cpp -o ticker.so
//
// Payload: {"blockCode": "TICKER", "title": "…", "items": [{"text": "…", "url": "https://…"}]}
#include "section_plugin.h"

#include <exception>
#include <memory>
#include <string>
#include <string_view>

namespace {

/// A value of the feed, valid during the call that it came from.
class Value {
 public:
  Value(const se_host *host, se_value raw) : host_(host), raw_(raw) {}

  Value operator[](std::string_view key) const {
    return {host_, host_->member(host_, raw_, {key.data(), key.size()})};
  }
  Value operator[](uint32_t index) const { return {host_, host_->element(host_, raw_, index)}; }
  se_kind kind() const { return host_->kind(host_, raw_); }
  uint32_t count() const { return host_->count(host_, raw_); }
  /// Returns text that is borrowed from the host until the call returns.
  se_str text() const { return host_->string(host_, raw_); }
  se_value raw() const { return raw_; }

 private:
  const se_host *host_;
  se_value raw_;
};

/// An open node, closed at the end of its scope.
class Node {
 public:
  Node(const se_host *host, const se_node &node) : host_(host) { host_->begin_node(host_, &node); }
  ~Node() { host_->end_node(host_); }
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;

 private:
  const se_host *host_;
};

/// Catches all exceptions, because none may cross the C boundary, and reports them as a status and
/// a reason.
template <typename Body>
se_status guarded(const se_host *host, se_value where, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception &error) {
    const std::string_view reason = error.what();
    host->fail(host, where, SE_STR(""), {reason.data(), reason.size()});
  } catch (...) {
    host->fail(host, where, SE_STR(""), SE_STR("an exception of unknown type"));
  }
  return SE_FAILED;
}

/// The state between `open` and `close`. A value is an index, so it may be stored. Text that the
/// host lends may not be stored, so the title is copied.
struct Ticker {
  se_value items;
  std::string title;

  /// A row with a text that wraps and a button next to it. The engine lays out the body.
  void build(const se_host *host, uint32_t row) const {
    const Value item = Value(host, items)[row];

    se_node line{};
    line.kind = SE_NODE_BOX;
    line.name = SE_STR("line");
    line.source = item.raw();
    line.action = {SE_STR("web"), item["url"].text()};
    line.style.flex_direction = SE_ROW;
    line.style.align_items = SE_ALIGN_CENTER;
    line.style.column_gap = 12;
    line.style.padding = {SE_PT(12), SE_PT(16), SE_PT(12), SE_PT(16)};
    const Node open_line(host, line);

    {
      se_node text{};
      text.kind = SE_NODE_TEXT;
      text.text = item["text"].text();
      text.font_size = 15;
      text.font_weight = 700;
      text.style.flex_grow = 1;
      text.style.flex_shrink = 1;
      const Node open_text(host, text);
    }

    se_node button{};
    button.kind = SE_NODE_BUTTON;
    button.text = SE_STR("Open");
    button.role = SE_ROLE_BUTTON;
    button.style.width = SE_PT(64);
    button.style.height = SE_PT(28);
    const Node open_button(host, button);
  }
};

se_status open_ticker(void *, const se_host *host, const se_block *block, void **section) noexcept {
  return guarded(host, block->value, [&] {
    const Value payload(host, block->value);
    if (payload["items"].kind() != SE_ARRAY) {
      host->fail(host, block->value, SE_STR("items"), SE_STR("a ticker needs an array of items"));
      return SE_DECLINED;
    }
    auto ticker = std::make_unique<Ticker>();
    ticker->items = payload["items"].raw();
    const se_str title = payload["title"].text();
    if (title.length > 0) ticker->title.assign(title.data, title.length);
    *section = ticker.release();
    return SE_OK;
  });
}

void close_ticker(void *section) noexcept { delete static_cast<Ticker *>(section); }

se_status describe(void *section, const se_host *, se_section *out) noexcept {
  const auto &title = static_cast<Ticker *>(section)->title;
  out->title = {title.data(), title.size()};
  return SE_OK;
}

se_status row_count(void *section, const se_host *host, uint32_t *out) noexcept {
  *out = Value(host, static_cast<Ticker *>(section)->items).count();
  return SE_OK;
}

se_status build(void *section, const se_host *host, se_part part, uint32_t row) noexcept {
  const auto *ticker = static_cast<const Ticker *>(section);
  return guarded(host, ticker->items, [&] {
    if (part == SE_PART_ROW) ticker->build(host, row);
    return SE_OK;
  });
}

const se_str codes[] = {SE_STR("TICKER")};
const se_str show_types[] = {SE_STR("TICKER_LINES")};

se_provider ticker_provider() {
  se_provider provider{};
  provider.block_codes = codes;
  provider.block_code_count = 1;
  provider.show_types = show_types;
  provider.show_type_count = 1;
  provider.open = open_ticker;
  provider.close = close_ticker;
  provider.describe = describe;
  provider.row_count = row_count;
  provider.build = build;
  return provider;
}

const se_provider provider = ticker_provider();
const se_plugin plugin = {SE_ABI, 1, "ticker-cpp", "1.0.0", &provider, nullptr};

}  // namespace

extern "C" SE_EXPORT const se_plugin *section_plugin_entry(uint32_t) { return &plugin; }
