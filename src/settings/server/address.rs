//! Where a server is, and whether what is said may go there. Pure.

use std::net::{IpAddr, Ipv4Addr};

use url::{Host, Url};

/// Endings of names that are given within a house.
const OWN: [&str; 5] = ["localhost", "local", "lan", "internal", "home.arpa"];

/// The last parts of the addresses that are asked.
const ENDPOINTS: [&str; 2] = ["audio/transcriptions", "audio/translations"];

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// From what somebody wrote: the machine alone, the beginning of its interface (`…/v1`), or one
    /// of the two places that are asked. Without TLS only within a house, unless it may be
    /// `insecure`.
    ///
    /// # Errors
    /// Says what is wrong, and what to write.
    pub fn read(text: &str, insecure: bool) -> Result<Self, String> {
        let example = "write it as http://192.168.1.20:8000/v1";
        let url = Url::parse(text.trim()).map_err(|error| format!("{error}; {example}"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(format!("this is no address of the web; {example}"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            let rule = "a key or a password does not belong into the address";
            return Err(format!("{rule}; `aloud remote key NAME` keeps it in the keychain"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(format!("leave out what stands from ? or # on; {example}"));
        }
        let address = Self(url);
        if address.0.scheme() == "http" && !address.is_own() && !insecure {
            return Err(format!(
                "{} is not in your own network, and without TLS anybody on the way can hear what \
                 you say: use https, or allow it (`insecure`)",
                address.host()
            ));
        }
        Ok(address)
    }

    /// Whether it is this machine or one in the same house, as far as its name tells.
    pub fn is_own(&self) -> bool {
        match self.0.host() {
            Some(Host::Ipv4(ip)) => is_own_v4(ip),
            Some(Host::Ipv6(ip)) => match ip.to_ipv4_mapped() {
                Some(ip) => is_own_v4(ip),
                None => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
            },
            Some(Host::Domain(name)) => is_own_name(name),
            None => false,
        }
    }

    /// The machine, and the port where it is not the usual one.
    pub fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// What decides who hears a key.
    pub(crate) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Where audio is sent, to be written down or `translated`.
    pub(crate) fn endpoint(&self, translated: bool) -> String {
        let mut base = self.0.path().trim_end_matches('/');
        for endpoint in ENDPOINTS {
            base = base.strip_suffix(endpoint).unwrap_or(base).trim_end_matches('/');
        }
        let base = if base.is_empty() { "/v1" } else { base };
        let mut url = self.0.clone();
        url.set_path(&format!("{base}/{}", ENDPOINTS[usize::from(translated)]));
        url.into()
    }

    /// Whether the proxies of the system stand between: not within a house.
    pub(crate) fn is_behind_proxies(&self) -> bool {
        !self.is_own()
    }
}

/// Loopback, the networks that are nobody's in particular, and those between the machines of one
/// person (100.64.0.0/10, which overlay networks use).
fn is_own_v4(ip: Ipv4Addr) -> bool {
    let [a, b, ..] = ip.octets();
    ip.is_loopback() || ip.is_private() || ip.is_link_local() || (a == 100 && b & 0xc0 == 64)
}

/// A name without a dot is one of the house: no other has it.
fn is_own_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let ends = |own: &str| name == own || name.strip_suffix(own).is_some_and(|n| n.ends_with('.'));
    // What the parser leaves as a name and a resolver takes for a number is none.
    let is_number = name.parse::<IpAddr>().is_ok();
    !is_number && (!name.contains('.') || OWN.into_iter().any(ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Address, String> {
        Address::read(text, false)
    }

    #[test]
    fn within_a_house_no_tls_is_needed() {
        for own in [
            "http://127.0.0.1:8000",
            "http://localhost:8000/v1",
            "http://[::1]:9",
            "http://10.1.2.3",
            "http://172.16.0.9",
            "http://172.31.255.1",
            "http://192.168.1.20:8000/v1",
            "http://169.254.3.3",
            "http://100.101.2.3",
            "http://[fd00::5]",
            "http://[fe80::1]",
            "http://[::ffff:192.168.0.4]",
            "http://gpu:8000",
            "http://gpu.local",
            "http://gpu.home.arpa.",
        ] {
            assert!(read(own).is_ok_and(|address| address.is_own()), "{own}");
        }
    }

    #[test]
    fn farther_away_only_with_tls_unless_somebody_says_so() {
        for far in [
            "http://api.example.com/v1",
            "http://8.8.8.8",
            "http://172.32.0.1",
            "http://100.128.0.1",
            "http://[2001:db8::1]",
            "http://[::ffff:8.8.8.8]",
            "http://notlocal.example",
            "http://local.example",
            "http://mylocal.com",
        ] {
            let refused = read(far).unwrap_err();
            assert!(refused.contains("use https"), "{refused}");
            let insecure = Address::read(far, true).unwrap();
            assert!(!insecure.is_own() && insecure.is_behind_proxies(), "{far}");
            assert!(read(&far.replace("http:", "https:")).is_ok());
        }
    }

    #[test]
    fn no_key_stands_in_an_address() {
        for bad in
            ["http://me:secret@gpu:8000", "http://secret@gpu", "https://a.example/v1?key=secret"]
        {
            let refused = read(bad).unwrap_err();
            assert!(!refused.contains("secret"), "{refused}");
        }
        for bad in ["gpu:8000", "ftp://gpu", "", "file:///gpu"] {
            assert!(read(bad).unwrap_err().contains("http://192.168.1.20:8000/v1"), "{bad}");
        }
    }

    #[test]
    fn the_places_that_are_asked_are_found_however_it_is_written() {
        for (url, base) in [
            ("http://gpu:8000", "http://gpu:8000/v1"),
            ("http://gpu:8000/v1/", "http://gpu:8000/v1"),
            ("http://gpu:8000/v1/audio/transcriptions", "http://gpu:8000/v1"),
            ("http://gpu:8000/v1/audio/translations", "http://gpu:8000/v1"),
            ("https://a.example/openai/v1", "https://a.example/openai/v1"),
        ] {
            let address = read(url).unwrap();
            assert_eq!(address.endpoint(false), format!("{base}/audio/transcriptions"));
            assert_eq!(address.endpoint(true), format!("{base}/audio/translations"));
        }
        assert_eq!(read("https://a.example:443/v1").unwrap().host(), "a.example");
        assert_eq!(read("http://gpu:8000/v1").unwrap().host(), "gpu:8000");
        assert_eq!(read("http://gpu:8000/v1").unwrap().origin(), "http://gpu:8000");
    }
}
