//! `section_plugin.h` 1.0 in Rust: the structs and constants of the contract, and safe wrappers for
//! a provider's calls of the host. The header documents each member; names are the same.
#![allow(dead_code)]

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::ptr;

pub const SE_ABI: u32 = 1 << 16;

pub type Status = i32;
pub const SE_OK: Status = 0;
pub const SE_FAILED: Status = 1;
pub const SE_DECLINED: Status = 2;

pub type Kind = u32;
pub const SE_MISSING: Kind = 0;
pub const SE_NULL: Kind = 1;
pub const SE_BOOL: Kind = 2;
pub const SE_NUMBER: Kind = 3;
pub const SE_STRING: Kind = 4;
pub const SE_ARRAY: Kind = 5;
pub const SE_OBJECT: Kind = 6;

pub const SE_AUTO: u32 = 0;
pub const SE_POINTS: u32 = 1;
pub const SE_PERCENT: u32 = 2;
pub const SE_FRACTION: u32 = 3;

pub const SE_COLUMN: u32 = 0;
pub const SE_ROW: u32 = 1;
pub const SE_COLUMN_REVERSE: u32 = 2;
pub const SE_ROW_REVERSE: u32 = 3;

pub const SE_WRAP: u32 = 1;

pub const SE_JUSTIFY_START: u32 = 0;
pub const SE_JUSTIFY_CENTER: u32 = 1;
pub const SE_JUSTIFY_END: u32 = 2;
pub const SE_JUSTIFY_SPACE_BETWEEN: u32 = 3;

pub const SE_ALIGN_AUTO: u32 = 0;
pub const SE_ALIGN_START: u32 = 1;
pub const SE_ALIGN_CENTER: u32 = 2;
pub const SE_ALIGN_END: u32 = 3;
pub const SE_ALIGN_STRETCH: u32 = 4;

pub const SE_ABSOLUTE: u32 = 1;
pub const SE_HIDDEN: u32 = 1;

pub const SE_NODE_BOX: u32 = 0;
pub const SE_NODE_TEXT: u32 = 1;
pub const SE_NODE_IMAGE: u32 = 2;
pub const SE_NODE_BUTTON: u32 = 3;
pub const SE_NODE_ICON: u32 = 4;
pub const SE_NODE_BADGE: u32 = 5;
pub const SE_NODE_SPACER: u32 = 6;
pub const SE_NODE_PAGE_CONTROL: u32 = 7;
pub const SE_NODE_LIST: u32 = 8;
pub const SE_NODE_CAROUSEL: u32 = 9;
pub const SE_NODE_PAGER: u32 = 10;

pub const SE_ROLE_BUTTON: u32 = 1;
pub const SE_ROLE_IMAGE: u32 = 2;
pub const SE_ROLE_HEADER: u32 = 3;
pub const SE_ROLE_LINK: u32 = 4;

pub const SE_LAYOUT_LIST: u32 = 0;
pub const SE_LAYOUT_CAROUSEL: u32 = 1;
pub const SE_LAYOUT_PAGER: u32 = 2;
pub const SE_LAYOUT_GRID: u32 = 3;
pub const SE_LAYOUT_FLOW: u32 = 4;
pub const SE_LAYOUT_WATERFALL: u32 = 5;
pub const SE_LAYOUT_ONE_PLUS_N: u32 = 6;

pub const SE_PART_ROW: u32 = 0;
pub const SE_PART_HEADER: u32 = 1;
pub const SE_PART_FOOTER: u32 = 2;
pub const SE_PART_BACKGROUND: u32 = 3;

/// Borrowed UTF-8.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Str {
    pub data: *const c_char,
    pub length: usize,
}

impl Str {
    /// The text must outlive the call that it is passed to.
    pub const fn new(text: &str) -> Str {
        Str { data: text.as_ptr().cast(), length: text.len() }
    }
}

impl Default for Str {
    fn default() -> Str {
        Str { data: ptr::null(), length: 0 }
    }
}

/// The index of a value in the host's document; any number is safe.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct RawValue {
    pub index: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Length {
    pub value: f64,
    pub unit: u32,
    pub reserved: u32,
}

pub const fn points(value: f64) -> Length {
    Length { value, unit: SE_POINTS, reserved: 0 }
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Edges {
    pub top: Length,
    pub end: Length,
    pub bottom: Length,
    pub start: Length,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Style {
    pub flex_direction: u32,
    pub flex_wrap: u32,
    pub justify_content: u32,
    pub align_items: u32,
    pub align_self: u32,
    pub align_content: u32,
    pub position: u32,
    pub overflow: u32,
    pub flex_grow: f64,
    pub flex_shrink: f64,
    pub flex_basis: Length,
    pub width: Length,
    pub height: Length,
    pub min_width: Length,
    pub min_height: Length,
    pub max_width: Length,
    pub max_height: Length,
    pub aspect_ratio: f64,
    pub margin: Edges,
    pub padding: Edges,
    pub border: Edges,
    pub inset: Edges,
    pub row_gap: f64,
    pub column_gap: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Action {
    pub kind: Str,
    pub target: Str,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Node {
    pub kind: u32,
    pub role: u32,
    pub name: Str,
    pub text: Str,
    pub label: Str,
    pub badge: Str,
    pub action: Action,
    pub source: RawValue,
    pub font_size: f64,
    pub font_weight: u32,
    pub max_lines: u32,
    pub text_align: u32,
    pub count: u32,
    pub current: u32,
    pub interval: f64,
    pub corner_radius: f64,
    pub image_aspect_ratio: f64,
    pub color: Str,
    pub background: Str,
    pub style: Style,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Supplement {
    pub present: bool,
    pub pinned: bool,
    pub reserved: [u8; 6],
    pub height: Length,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Section {
    pub layout: u32,
    pub has_background: bool,
    pub reserved: [u8; 3],
    pub title: Str,
    pub margin_top: f64,
    pub margin_end: f64,
    pub margin_bottom: f64,
    pub margin_start: f64,
    pub inset_top: f64,
    pub inset_end: f64,
    pub inset_bottom: f64,
    pub inset_start: f64,
    pub row_spacing: f64,
    pub item_spacing: f64,
    pub minimum_height: f64,
    pub header: Supplement,
    pub footer: Supplement,
    pub columns: u32,
    pub lanes: u32,
    pub row_alignment: u32,
    pub item_alignment: u32,
    pub scrolling: u32,
    pub current_group: u32,
    pub peek: f64,
    pub placement: u32,
    pub background_extent: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Item {
    pub width: Length,
    pub column_span: u32,
    pub row_span: u32,
    pub full_bleed: bool,
    pub stretch: bool,
    pub reserved: [u8; 6],
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Frame {
    pub x: f64,
    pub width: Length,
    pub height: Length,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Environment {
    pub width: f64,
    pub scale: f64,
    pub appearance: u32,
    pub direction: u32,
    pub text_size: u32,
    pub reserved: u32,
    pub text_scale: f64,
    pub locale: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Block {
    pub value: RawValue,
    pub settings: RawValue,
    pub block_code: Str,
    pub show_type: Str,
    pub environment: Environment,
}

#[repr(C)]
pub struct RawHost {
    pub abi: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub kind: unsafe extern "C" fn(*const RawHost, RawValue) -> Kind,
    pub count: unsafe extern "C" fn(*const RawHost, RawValue) -> u32,
    pub first: unsafe extern "C" fn(*const RawHost, RawValue) -> RawValue,
    pub next: unsafe extern "C" fn(*const RawHost, RawValue) -> RawValue,
    pub element: unsafe extern "C" fn(*const RawHost, RawValue, u32) -> RawValue,
    pub member: unsafe extern "C" fn(*const RawHost, RawValue, Str) -> RawValue,
    pub key: unsafe extern "C" fn(*const RawHost, RawValue) -> Str,
    pub int64: unsafe extern "C" fn(*const RawHost, RawValue, *mut i64) -> bool,
    pub uint64: unsafe extern "C" fn(*const RawHost, RawValue, *mut u64) -> bool,
    pub number: unsafe extern "C" fn(*const RawHost, RawValue, f64) -> f64,
    pub boolean: unsafe extern "C" fn(*const RawHost, RawValue, bool) -> bool,
    pub string: unsafe extern "C" fn(*const RawHost, RawValue) -> Str,
    pub measure_text: unsafe extern "C" fn(*const RawHost, Str, f64, u32, f64, u32) -> Size,
    pub begin_node: unsafe extern "C" fn(*const RawHost, *const Node),
    pub end_node: unsafe extern "C" fn(*const RawHost),
    pub fail: unsafe extern "C" fn(*const RawHost, RawValue, Str, Str),
    pub warn: unsafe extern "C" fn(*const RawHost, RawValue, Str, Str),
    pub extension: unsafe extern "C" fn(*const RawHost, Str) -> *const c_void,
}

#[repr(C)]
pub struct Provider {
    pub self_: *mut c_void,
    pub block_codes: *const Str,
    pub show_types: *const Str,
    pub block_code_count: u32,
    pub show_type_count: u32,
    pub open: Option<
        unsafe extern "C" fn(*mut c_void, *const RawHost, *const Block, *mut *mut c_void) -> Status,
    >,
    pub close: Option<unsafe extern "C" fn(*mut c_void)>,
    pub describe: Option<unsafe extern "C" fn(*mut c_void, *const RawHost, *mut Section) -> Status>,
    pub row_count: Option<unsafe extern "C" fn(*mut c_void, *const RawHost, *mut u32) -> Status>,
    pub item: Option<unsafe extern "C" fn(*mut c_void, *const RawHost, u32, *mut Item) -> Status>,
    pub row_height:
        Option<unsafe extern "C" fn(*mut c_void, *const RawHost, u32, *mut Length) -> Status>,
    pub frame: Option<unsafe extern "C" fn(*mut c_void, *const RawHost, *mut Frame) -> Status>,
    pub build: Option<unsafe extern "C" fn(*mut c_void, *const RawHost, u32, u32) -> Status>,
}

#[repr(C)]
pub struct Plugin {
    pub abi: u32,
    pub provider_count: u32,
    /// NUL terminated.
    pub id: *const c_char,
    /// NUL terminated.
    pub version: *const c_char,
    pub providers: *const Provider,
    pub extension: Option<unsafe extern "C" fn(Str) -> *const c_void>,
}

// The sizes of the header's structs on 64-bit machines; a missing or extra member fails the build.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<Node>() == 640);
    assert!(size_of::<Section>() == 200);
    assert!(size_of::<Style>() == 440);
    assert!(size_of::<RawHost>() == 160);
    assert!(size_of::<Provider>() == 96);
    assert!(size_of::<Plugin>() == 40);
    assert!(size_of::<Block>() == 96);
    assert!(size_of::<Item>() == 32);
    assert!(size_of::<Frame>() == 40);
};

// SAFETY: the tables are constants, and so is everything that they point to.
unsafe impl Sync for Str {}
unsafe impl Sync for Provider {}
unsafe impl Sync for Plugin {}

/// The host, during one call of the engine. The lifetime `'call` prevents storing it.
#[derive(Clone, Copy)]
pub struct Host<'call> {
    raw: *const RawHost,
    call: PhantomData<&'call RawHost>,
}

impl<'call> Host<'call> {
    /// # Safety
    /// `raw` must be the pointer that the engine passed to the current call.
    pub unsafe fn new(raw: *const RawHost) -> Host<'call> {
        Host { raw, call: PhantomData }
    }

    pub fn value(self, raw: RawValue) -> Value<'call> {
        Value { host: self, raw }
    }

    /// Reports the reason before the call returns SE_FAILED or SE_DECLINED.
    pub fn fail(self, place: RawValue, path: &str, message: &str) {
        // SAFETY: the host is valid during the call, and copies the texts.
        unsafe { ((*self.raw).fail)(self.raw, place, Str::new(path), Str::new(message)) }
    }

    /// Reports a problem that does not fail the section.
    pub fn warn(self, place: RawValue, path: &str, message: &str) {
        // SAFETY: as in `fail`.
        unsafe { ((*self.raw).warn)(self.raw, place, Str::new(path), Str::new(message)) }
    }

    pub fn measure(self, text: &str, font_size: f64, weight: u32, max_width: f64) -> Size {
        // SAFETY: as in `fail`.
        unsafe {
            ((*self.raw).measure_text)(self.raw, Str::new(text), font_size, weight, max_width, 0)
        }
    }

    /// Adds a node; `children` adds its children. The node is closed even if `children` panics.
    pub fn node(self, node: &Node, children: impl FnOnce()) {
        struct Open(*const RawHost);
        impl Drop for Open {
            fn drop(&mut self) {
                // SAFETY: this runs before the call of `node` returns, while the host is valid.
                unsafe { ((*self.0).end_node)(self.0) }
            }
        }
        // SAFETY: as in `fail`; the host copies the node.
        unsafe { ((*self.raw).begin_node)(self.raw, node) }
        let _open = Open(self.raw);
        children();
    }
}

/// A value of the feed or of the settings. A member or element that does not exist reads as
/// missing, so that `value.member("a").element(0).text()` needs no unwrapping.
#[derive(Clone, Copy)]
pub struct Value<'call> {
    host: Host<'call>,
    pub raw: RawValue,
}

// SAFETY, for all: the host is valid for `'call`, and checks every index.
impl<'call> Value<'call> {
    pub fn kind(self) -> Kind {
        unsafe { ((*self.host.raw).kind)(self.host.raw, self.raw) }
    }

    pub fn count(self) -> u32 {
        unsafe { ((*self.host.raw).count)(self.host.raw, self.raw) }
    }

    pub fn member(self, key: &str) -> Value<'call> {
        let raw = unsafe { ((*self.host.raw).member)(self.host.raw, self.raw, Str::new(key)) };
        self.host.value(raw)
    }

    pub fn element(self, index: u32) -> Value<'call> {
        let raw = unsafe { ((*self.host.raw).element)(self.host.raw, self.raw, index) };
        self.host.value(raw)
    }

    /// Elements of an array, or values of an object's members, in order.
    pub fn children(self) -> impl Iterator<Item = Value<'call>> {
        let host = self.host;
        let mut upcoming = unsafe { ((*host.raw).first)(host.raw, self.raw) };
        std::iter::from_fn(move || {
            let value = host.value(upcoming);
            if value.kind() == SE_MISSING {
                return None;
            }
            upcoming = unsafe { ((*host.raw).next)(host.raw, upcoming) };
            Some(value)
        })
    }

    /// Empty for anything but a string.
    pub fn text(self) -> &'call str {
        let text = unsafe { ((*self.host.raw).string)(self.host.raw, self.raw) };
        if text.length == 0 {
            return "";
        }
        let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
        std::str::from_utf8(bytes).unwrap_or("")
    }

    pub fn int64(self) -> Option<i64> {
        let mut integer = 0;
        let found = unsafe { ((*self.host.raw).int64)(self.host.raw, self.raw, &mut integer) };
        found.then_some(integer)
    }

    pub fn number(self, otherwise: f64) -> f64 {
        unsafe { ((*self.host.raw).number)(self.host.raw, self.raw, otherwise) }
    }

    pub fn boolean(self, otherwise: bool) -> bool {
        unsafe { ((*self.host.raw).boolean)(self.host.raw, self.raw, otherwise) }
    }
}

// ---- section_content.h: the extension "section.content/1" --------------------------------------

pub const SE_CONTENT: &str = "section.content/1";

pub const SE_TRAIT_ITALIC: u32 = 1;
pub const SE_TRAIT_UNDERLINE: u32 = 2;
pub const SE_TRAIT_STRIKE: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Run {
    pub start: u32,
    pub length: u32,
    pub font_size: f64,
    pub font_weight: u32,
    pub traits: u32,
    pub family: Str,
    pub letter_spacing: f64,
    pub line_height: f64,
    pub baseline_offset: f64,
    pub color: Str,
    pub background: Str,
    pub action: Action,
    pub image: Str,
    pub image_size: Size,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Picture {
    pub address: Str,
    pub mode: u32,
    pub reserved: u32,
    pub tint: Str,
    pub placeholder: Str,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Identity {
    pub resource_type: Str,
    pub resource_id: Str,
    pub state: Str,
}

#[repr(C)]
struct RawContent {
    run: unsafe extern "C" fn(*const RawHost, *const Run),
    paragraph: unsafe extern "C" fn(*const RawHost, *const c_void),
    picture: unsafe extern "C" fn(*const RawHost, *const Picture),
    decorate: unsafe extern "C" fn(*const RawHost, *const c_void),
    identify: unsafe extern "C" fn(*const RawHost, *const Identity),
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<Run>() == 160);
    assert!(size_of::<Picture>() == 56);
    assert!(size_of::<Identity>() == 48);
};

/// Content of the open node beyond `Node`. A host of contract 1.0 alone draws the page without it.
impl Host<'_> {
    fn content(self) -> Option<&'static RawContent> {
        // SAFETY: the table of a host lives as long as the plugin.
        unsafe { ((*self.raw).extension)(self.raw, Str::new(SE_CONTENT)).cast::<RawContent>().as_ref() }
    }

    pub fn has_content(self) -> bool {
        self.content().is_some()
    }

    pub fn run(self, run: &Run) {
        // SAFETY, for all: the host copies its arguments.
        if let Some(content) = self.content() {
            unsafe { (content.run)(self.raw, run) }
        }
    }

    pub fn picture(self, picture: &Picture) {
        if let Some(content) = self.content() {
            unsafe { (content.picture)(self.raw, picture) }
        }
    }

    pub fn identify(self, identity: &Identity) {
        if let Some(content) = self.content() {
            unsafe { (content.identify)(self.raw, identity) }
        }
    }
}

/// Runs the body of one call of the engine. Converts a panic to a status with its message.
pub fn guarded(host: Host, place: RawValue, body: impl FnOnce() -> Status) -> Status {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("a panic");
        host.fail(place, "", message);
        SE_FAILED
    })
}
