use proptest::prelude::*;

use super::*;

const SPINS: [Spin; 5] = [HASH, THREADS, MULTI_PV, MOVE_OVERHEAD, ELO];
const CHECKS: [Check; 4] = [PONDER, ANALYSE_MODE, SHOW_WDL, LIMIT_STRENGTH];

fn name(offer: &Offer) -> &'static str {
    match offer {
        Offer::Spin(Spin { name, .. })
        | Offer::Check(Check { name, .. })
        | Offer::Combo(Combo { name, .. })
        | Offer::Button(Button { name })
        | Offer::Text(Text { name }) => name,
    }
}

/// A value that the option can have.
fn default(offer: &Offer) -> String {
    match offer {
        Offer::Spin(spin) => spin.default.to_string(),
        Offer::Check(check) => check.default.to_string(),
        Offer::Combo(combo) => combo.choices[0].to_owned(),
        Offer::Button(_) => String::new(),
        Offer::Text(_) => EMPTY.to_owned(),
    }
}

#[test]
fn all_that_is_offered_can_be_set_in_any_case() {
    for offer in &OFFERS {
        let value = default(offer);
        let setting = read(name(offer), Some(&value));
        assert!(setting.is_ok(), "{offer}: {setting:?}");
        assert_eq!(read(&name(offer).to_lowercase(), Some(&value)), setting);
        assert_eq!(read(&name(offer).to_uppercase(), Some(&value.to_uppercase())), setting);
    }
}

#[test]
fn every_choice_of_the_variant_is_a_variant() {
    for choice in VARIANT.choices {
        assert!(read(VARIANT.name, Some(choice)).is_ok(), "{choice}");
    }
    let not_offered = "breakthrough4x9";
    assert!(!VARIANT.choices.contains(&not_offered));
    assert_eq!(
        read(VARIANT.name, Some(not_offered)),
        Ok(Setting::Variant(not_offered.parse().unwrap()))
    );
    let error = read(VARIANT.name, Some("chess")).unwrap_err().to_string();
    assert!(error.starts_with("UCI_Variant: 'chess'"), "{error}");
}

#[test]
fn settings_begin_with_what_is_offered() {
    let settings = Settings::default();
    assert_eq!(read(MULTI_PV.name, Some("1")), Ok(Setting::MultiPv(settings.multi_pv)));
    assert_eq!(read(MOVE_OVERHEAD.name, Some("10")), Ok(Setting::MoveOverhead(settings.overhead)));
    assert_eq!(settings.variant.to_string(), VARIANT.choices[0]);
}

#[test]
fn offers_are_written_as_the_protocol_wants_them() {
    let written = |offer: Offer| offer.to_string();
    assert_eq!(
        written(Offer::Spin(MOVE_OVERHEAD)),
        "name Move Overhead type spin default 10 min 0 max 5000"
    );
    assert_eq!(written(Offer::Check(PONDER)), "name Ponder type check default false");
    assert_eq!(written(Offer::Button(CLEAR_HASH)), "name Clear Hash type button");
    assert_eq!(
        written(Offer::Text(DEBUG_LOG_FILE)),
        "name Debug Log File type string default <empty>"
    );
    let combo = written(Offer::Combo(VARIANT));
    assert!(
        combo.starts_with("name UCI_Variant type combo default breakthrough var breakthrough var"),
        "{combo}"
    );
}

#[test]
fn text_is_a_path_or_nothing() {
    let path = |value| match read(DEBUG_LOG_FILE.name, value) {
        Ok(Setting::DebugLogFile(path)) => path,
        other => panic!("{other:?}"),
    };
    assert_eq!(path(Some("/a b/c")), Some(PathBuf::from("/a b/c")));
    for nothing in [None, Some(""), Some("<empty>")] {
        assert_eq!(path(nothing), None);
    }
}

#[test]
fn what_is_no_option_or_has_no_value_is_named() {
    let error = |name, value| read(name, value).unwrap_err().to_string();
    assert_eq!(error("Hush", Some("3")), "no option is called 'Hush'");
    assert_eq!(error("Hash", None), "Hash: '' is no whole number from 1 to 33554432");
    assert_eq!(error("ponder", Some("yes")), "Ponder: 'yes' is neither true nor false");
}

fn number_of(setting: &Setting) -> u64 {
    match setting {
        Setting::Hash(number) | Setting::Threads(number) | Setting::MultiPv(number) => {
            *number as u64
        }
        Setting::Elo(number) => u64::from(*number),
        Setting::MoveOverhead(time) => time.as_millis() as u64,
        other => panic!("{other:?} is no number"),
    }
}

proptest! {
    #[test]
    fn numbers_are_read_inside_their_limits_and_nowhere_else(
        spin in prop::sample::select(SPINS.to_vec()),
        number in prop_oneof![-10i64..6_000, any::<i64>()],
    ) {
        let inside = (i64::from(spin.least)..=i64::from(spin.most)).contains(&number);
        match read(spin.name, Some(&number.to_string())) {
            Ok(setting) => {
                prop_assert!(inside);
                prop_assert_eq!(number_of(&setting), number as u64);
            }
            Err(OptionError::Spin { option, .. }) => {
                prop_assert!(!inside);
                prop_assert_eq!(option, spin);
            }
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn limits_themselves_are_inside(spin in prop::sample::select(SPINS.to_vec())) {
        for number in [spin.least, spin.most, spin.default] {
            prop_assert!(read(spin.name, Some(&number.to_string())).is_ok());
        }
    }

    #[test]
    fn checks_are_true_or_false(check in prop::sample::select(CHECKS.to_vec()), text: String) {
        let is_either = ["true", "false"].iter().any(|word| text.trim_ascii().eq_ignore_ascii_case(word));
        prop_assert_eq!(read(check.name, Some(&text)).is_ok(), is_either);
        prop_assert!(read(check.name, Some(" True ")).is_ok());
    }

    #[test]
    fn any_name_and_value_is_answered_in_one_line(name: String, value: Option<String>) {
        if let Err(error) = read(&name, value.as_deref()) {
            prop_assert!(!error.to_string().contains(char::is_control));
        }
    }
}
