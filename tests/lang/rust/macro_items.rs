//! Items that stand inside the arguments of macros.

thread_local! {
    static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    pub static NAMES: std::cell::RefCell<Vec<String>> = names();
}

cfg_if::cfg_if! {
    if #[cfg(unix)] {
        pub fn separator() -> char { '/' }
    } else if #[cfg(windows)] {
        pub fn separator() -> char { '\\' }
    } else {
        compile_error!("neither");
    }
}

cfg_net! {
    pub mod tcp;

    /// A socket.
    pub struct Socket {
        handle: u32,
    }

    impl Socket {
        pub fn close(self) {}
    }
}

bitflags! {
    pub struct Flags: u32 {
        const OPEN = 1;
        /// Both ends.
        const CLOSED = Self::OPEN.bits() | half();
    }
}
