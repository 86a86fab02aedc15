//! X11 key symbols of the keys that have no letter or sign. Every other key's symbol is its Latin-1 code: `u32::from(b'z')`.

pub const RETURN: u32 = 0xff0d;
pub const ESCAPE: u32 = 0xff1b;
pub const HOME: u32 = 0xff50;
pub const LEFT: u32 = 0xff51;
pub const RIGHT: u32 = 0xff53;
pub const PAGE_UP: u32 = 0xff55;
pub const PAGE_DOWN: u32 = 0xff56;
pub const END: u32 = 0xff57;
pub const F1: u32 = 0xffbe;
pub const F2: u32 = 0xffbf;
pub const F3: u32 = 0xffc0;
pub const F5: u32 = 0xffc2;
pub const F12: u32 = 0xffc9;
pub const CTRL: u32 = 0xffe3;
