//! How much memory can be had without the system ending a process to find it.
//!
//! A system that grants memory lazily grants more than there is, and kills when it is used. The engine refuses what the
//! machine does not have at all; what other programs hold at the moment only the system's own account tells.

/// MiB that can be had now, where the system says so (Linux).
pub fn available_megabytes() -> Option<usize> {
    parse(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// Whether a table of this many MiB can be had.
///
/// # Errors
/// One line that names the size and what there is.
pub fn check(megabytes: usize) -> Result<(), String> {
    match available_megabytes() {
        Some(available) if megabytes > available => {
            Err(format!("Hash: {megabytes} MB cannot be had ({available} MB are free)"))
        }
        _ => Ok(()),
    }
}

fn parse(account: &str) -> Option<usize> {
    let line = account.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_available_memory_is_read_in_megabytes() {
        let account = "MemTotal:       24000000 kB\nMemAvailable:   10485760 kB\n";
        assert_eq!(parse(account), Some(10_240));
        assert_eq!(parse("MemTotal: 1 kB\n"), None);
        assert_eq!(parse("MemAvailable: many\n"), None);
    }

    #[test]
    fn more_than_is_available_is_refused_by_name() {
        let refusal = check(usize::MAX);
        assert!(
            available_megabytes().is_none() || refusal.is_err_and(|why| why.starts_with("Hash: "))
        );
    }
}
