//! Which of several devices a model gets. Pure.

use super::{Class, Device};
use crate::settings::Compute;

/// The devices to try, and whether the wanted one is among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::recognise) struct Order {
    /// Places in the list of devices, the best first; none where the processor is to compute.
    /// After the last one the processor comes.
    pub(in crate::recognise) places: Vec<usize>,
    /// What was wanted and is not there.
    pub(in crate::recognise) missing: Option<String>,
}

/// Orders the devices: the wanted one, then cards of their own before those that share the
/// memory of the processor, and each kind as the backends list it.
pub(in crate::recognise) fn order(devices: &[Device], wish: &Compute) -> Order {
    let of = |class| {
        let listed = devices.iter().enumerate();
        listed.filter(move |(_, device)| device.class == class).map(|(place, _)| place)
    };
    let mut places: Vec<usize> = of(Class::Gpu).chain(of(Class::Integrated)).collect();
    match wish {
        Compute::Cpu => Order::default(),
        Compute::Auto => Order { places, missing: None },
        Compute::Device(wanted) => {
            let found = places.iter().position(|place| devices[*place].is_called(wanted));
            if let Some(found) = found {
                let wanted = places.remove(found);
                places.insert(0, wanted);
            } else if devices.iter().any(|device| device.is_called(wanted)) {
                // The processor by its name.
                return Order::default();
            }
            Order { places, missing: found.is_none().then(|| wanted.clone()) }
        }
    }
}

impl Device {
    /// By its id, its name or that of its maker, in any case.
    fn is_called(&self, wanted: &str) -> bool {
        let names = [self.id.as_ref(), Some(&self.name), Some(&self.description)];
        let wanted = wanted.to_lowercase();
        names.into_iter().flatten().any(|name| name.to_lowercase() == wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(name: &str, class: Class, id: Option<&str>) -> Device {
        Device {
            name: name.to_owned(),
            description: format!("Maker's {name}"),
            backend: "vulkan".to_owned(),
            class,
            id: id.map(str::to_owned),
            memory_total: None,
            memory_free: None,
        }
    }

    fn machine() -> Vec<Device> {
        vec![
            device("CPU", Class::Cpu, None),
            device("Vulkan0", Class::Integrated, Some("0000:00:02.0")),
            device("Vulkan1", Class::Gpu, Some("0000:01:00.0")),
            device("Vulkan2", Class::Gpu, Some("0000:02:00.0")),
            device("BLAS", Class::Accelerator, None),
        ]
    }

    fn names(wish: &Compute) -> (Vec<String>, Option<String>) {
        let devices = machine();
        let Order { places, missing } = order(&devices, wish);
        (places.into_iter().map(|place| devices[place].name.clone()).collect(), missing)
    }

    #[test]
    fn a_card_with_memory_of_its_own_goes_first() {
        assert_eq!(names(&Compute::Auto).0, ["Vulkan1", "Vulkan2", "Vulkan0"]);
        assert_eq!(names(&Compute::Cpu), (vec![], None));
        assert_eq!(order(&[], &Compute::Auto), Order::default());
    }

    #[test]
    fn the_wanted_one_goes_first_by_whatever_it_is_called() {
        for called in ["Vulkan2", "vulkan2", "0000:02:00.0", "maker's vulkan2"] {
            let wanted = Compute::Device(called.to_owned());
            assert_eq!(
                names(&wanted),
                (
                    vec!["Vulkan2", "Vulkan1", "Vulkan0"].into_iter().map(str::to_owned).collect(),
                    None
                )
            );
        }
        assert_eq!(names(&Compute::Device("CPU".to_owned())), (vec![], None));
        assert_eq!(names(&Compute::Device("maker's cpu".to_owned())), (vec![], None));
    }

    #[test]
    fn one_that_is_not_there_gives_way_to_the_next_best() {
        let (names, missing) = names(&Compute::Device("CUDA0".to_owned()));
        assert_eq!(names, ["Vulkan1", "Vulkan2", "Vulkan0"]);
        assert_eq!(missing.as_deref(), Some("CUDA0"));
    }
}
