//! The normal distribution, as far as the estimates need it.

/// The two-sided 95 % quantile of the standard normal distribution.
pub(super) const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// The error function.
///
/// Its Maclaurin series where that converges fast and without cancellation to speak of; the continued fraction of the
/// complement (Abramowitz and Stegun 7.1.14) beyond.
pub(super) fn erf(x: f64) -> f64 {
    if x < 0.0 {
        return -erf(-x);
    }
    if x < 2.5 {
        let mut term = x;
        let mut sum = x;
        for n in 1..100 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return sum * std::f64::consts::FRAC_2_SQRT_PI;
    }
    let fraction = (1..=80).rev().fold(x, |tail, n| x + f64::from(n) / 2.0 / tail);
    1.0 - (-x * x).exp() / fraction * std::f64::consts::FRAC_2_SQRT_PI / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_function_has_its_tabulated_values() {
        let table = [
            (0.0, 0.0),
            (0.1, 0.112_462_916_018_284_9),
            (0.5, 0.520_499_877_813_046_5),
            (1.0, 0.842_700_792_949_714_9),
            (2.0, 0.995_322_265_018_952_7),
            (2.5, 0.999_593_047_982_555),
            (3.0, 0.999_977_909_503_001_4),
            (6.0, 1.0),
        ];
        for (x, value) in table {
            assert!((erf(x) - value).abs() < 1e-12, "erf({x}) = {}", erf(x));
            assert!((erf(-x) + value).abs() < 1e-12, "erf is odd");
        }
        assert!((erf(2.499_999_999) - erf(2.5)).abs() < 1e-9, "both branches meet");
    }
}
