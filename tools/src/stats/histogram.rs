//! How often each whole number came up, such as the length of a game.

use std::collections::BTreeMap;

/// Counts of whole numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    counts: BTreeMap<u64, u64>,
    len: u64,
    sum: u128,
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        *self.counts.entry(number).or_default() += 1;
        self.len += 1;
        self.sum += u128::from(number);
    }

    /// How many numbers were counted.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The mean; none of nothing, as below.
    pub fn mean(&self) -> Option<f64> {
        (self.len > 0).then(|| self.sum as f64 / self.len as f64)
    }

    /// The number in the middle, or the mean of the two that are.
    pub fn median(&self) -> Option<f64> {
        let last = self.len.checked_sub(1)?;
        let (lower, upper) = (self.at(last / 2)?, self.at(last.div_ceil(2))?);
        Some(f64::midpoint(lower as f64, upper as f64))
    }

    /// The largest number.
    pub fn largest(&self) -> Option<u64> {
        self.counts.last_key_value().map(|(number, _)| *number)
    }

    /// The number at a place in ascending order, from 0.
    fn at(&self, place: u64) -> Option<u64> {
        let mut passed = 0;
        let mut counts = self.counts.iter();
        let found = counts.find(|(_, count)| {
            passed += **count;
            passed > place
        });
        found.map(|(number, _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(numbers: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        for number in numbers {
            histogram.add(*number);
        }
        histogram
    }

    #[test]
    fn nothing_has_no_middle() {
        let nothing = of(&[]);
        assert_eq!((nothing.mean(), nothing.median(), nothing.largest()), (None, None, None));
        assert!(nothing.is_empty());
    }

    proptest! {
        #[test]
        fn figures_are_those_of_the_sorted_list(
            mut numbers in prop::collection::vec(0u64..50, 1..40)
        ) {
            let histogram = of(&numbers);
            numbers.sort_unstable();
            let (count, half) = (numbers.len(), numbers.len() / 2);
            let middle = if count % 2 == 1 {
                numbers[half] as f64
            } else {
                (numbers[half - 1] + numbers[half]) as f64 / 2.0
            };
            prop_assert_eq!(histogram.median(), Some(middle));
            prop_assert_eq!(histogram.largest(), numbers.last().copied());
            let mean = numbers.iter().sum::<u64>() as f64 / count as f64;
            prop_assert!((histogram.mean().unwrap() - mean).abs() < 1e-9);
            prop_assert_eq!(histogram.len(), count as u64);
        }
    }
}
