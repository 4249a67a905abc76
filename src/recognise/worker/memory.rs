//! Gives memory back that nobody uses.
//!
//! The allocator of glibc keeps what is freed: it takes larger and larger blocks for ones that
//! will be wanted again, and puts them into an arena of the thread, whose end it never gives back
//! by itself. After a model was let go of that is tens of megabytes, and more each time. Other
//! systems' allocators return memory by themselves.

/// Lets large blocks go back to the system when they are freed. Called before there are any.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn return_large_blocks() {
    /// Far above what is allocated often, and far below what a model takes.
    const LARGE: libc::c_int = 1 << 20;
    #[expect(unsafe_code, reason = "a call of the C library; it takes numbers and no pointer")]
    // SAFETY: mallopt takes the lock of the allocator, so it may be called from any thread.
    let _whether_taken = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
}

/// What was freed goes back to the system, small blocks as well.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn give_back() {
    #[expect(unsafe_code, reason = "a call of the C library; it takes a number and no pointer")]
    // SAFETY: malloc_trim may be called at any time and from any thread, and touches only what is
    // free.
    let _whether_any = unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn return_large_blocks() {}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}
