//! A ticker: one row per item, as high as its text needs, and a tap that opens the item's page.
//!
//!     rustc --edition 2021 -O --crate-type cdylib ticker.rs -o ticker.so
//!
//! Payload: {"blockCode": "TICKER", "title": "…", "items": [{"text": "…", "url": "https://…"}]}

mod section_plugin;

use section_plugin::*;
use std::ffi::c_void;
use std::ptr;

/// The state between `open` and `close`. A value is an index, so it may be stored. Text that the
/// host lends may not be stored; the compiler enforces that the title is a copy.
struct Ticker {
    items: RawValue,
    title: String,
}

impl Ticker {
    /// Declines, with the reason, a payload of another shape.
    fn open(host: Host, block: &Block) -> Option<Ticker> {
        let payload = host.value(block.value);
        let items = payload.member("items");
        if items.kind() != SE_ARRAY {
            host.fail(block.value, "items", "a ticker needs an array of items");
            return None;
        }
        Some(Ticker { items: items.raw, title: payload.member("title").text().to_owned() })
    }

    /// A row with a text that wraps and a button beside it. The engine lays the body out.
    fn build(&self, host: Host, row: u32) {
        let item = host.value(self.items).element(row);
        let mut line = Node {
            kind: SE_NODE_BOX,
            name: Str::new("line"),
            source: item.raw,
            action: Action { kind: Str::new("web"), target: Str::new(item.member("url").text()) },
            ..Node::default()
        };
        line.style.flex_direction = SE_ROW;
        line.style.align_items = SE_ALIGN_CENTER;
        line.style.column_gap = 12.0;
        line.style.padding =
            Edges { top: points(12.0), end: points(16.0), bottom: points(12.0), start: points(16.0) };
        host.node(&line, || {
            let mut text = Node {
                kind: SE_NODE_TEXT,
                text: Str::new(item.member("text").text()),
                font_size: 15.0,
                font_weight: 700,
                ..Node::default()
            };
            text.style.flex_grow = 1.0;
            text.style.flex_shrink = 1.0;
            host.node(&text, || {});

            let mut button = Node {
                kind: SE_NODE_BUTTON,
                text: Str::new("Open"),
                role: SE_ROLE_BUTTON,
                ..Node::default()
            };
            button.style.width = points(64.0);
            button.style.height = points(28.0);
            host.node(&button, || {});
        });
    }
}

// SAFETY, for all functions of the contract: pointers from the engine are valid during the call,
// and `section` is the pointer that `open` created, until `close` frees it.

unsafe extern "C" fn open(
    _: *mut c_void,
    host: *const RawHost,
    block: *const Block,
    section: *mut *mut c_void,
) -> Status {
    let (host, block) = (Host::new(host), &*block);
    guarded(host, block.value, || match Ticker::open(host, block) {
        Some(ticker) => {
            *section = Box::into_raw(Box::new(ticker)).cast();
            SE_OK
        }
        None => SE_DECLINED,
    })
}

unsafe extern "C" fn close(section: *mut c_void) {
    drop(Box::from_raw(section.cast::<Ticker>()));
}

unsafe extern "C" fn describe(
    section: *mut c_void,
    _: *const RawHost,
    out: *mut Section,
) -> Status {
    (*out).title = Str::new(&(*section.cast::<Ticker>()).title);
    SE_OK
}

unsafe extern "C" fn row_count(
    section: *mut c_void,
    host: *const RawHost,
    out: *mut u32,
) -> Status {
    *out = Host::new(host).value((*section.cast::<Ticker>()).items).count();
    SE_OK
}

unsafe extern "C" fn build(
    section: *mut c_void,
    host: *const RawHost,
    part: u32,
    row: u32,
) -> Status {
    let (host, ticker) = (Host::new(host), &*section.cast::<Ticker>());
    guarded(host, ticker.items, || {
        if part == SE_PART_ROW {
            ticker.build(host, row);
        }
        SE_OK
    })
}

static CODES: [Str; 1] = [Str::new("TICKER")];
static SHOW_TYPES: [Str; 1] = [Str::new("TICKER_LINES")];

static PROVIDERS: [Provider; 1] = [Provider {
    self_: ptr::null_mut(),
    block_codes: CODES.as_ptr(),
    show_types: SHOW_TYPES.as_ptr(),
    block_code_count: 1,
    show_type_count: 1,
    open: Some(open),
    close: Some(close),
    describe: Some(describe),
    row_count: Some(row_count),
    item: None,
    row_height: None,
    frame: None,
    build: Some(build),
}];

static PLUGIN: Plugin = Plugin {
    abi: SE_ABI,
    provider_count: 1,
    id: c"ticker-rust".as_ptr(),
    version: c"1.0.0".as_ptr(),
    providers: PROVIDERS.as_ptr(),
    extension: None,
};

/// The entry point: the engine calls it first.
#[no_mangle]
pub extern "C" fn section_plugin_entry(_host_abi: u32) -> *const Plugin {
    &PLUGIN
}
