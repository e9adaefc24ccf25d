//! Any text as a position of any board and of each offered one: read without a panic, written and read again as the
//! same, with moves that are all read as they are written.

#![no_main]

use breach_engine::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let any = Variant::default().position_of_any_size(text);
    for name in Variant::OFFERED {
        let variant: Variant = name.parse().expect("offered variants exist");
        // A board of this very size is a position of the variant, and no other is.
        let fits = any.as_ref().is_ok_and(|position| position.variant() == variant);
        assert_eq!(variant.position(text).is_ok(), fits, "{name}");
    }
    let position = match any {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().contains(char::is_control), "{error:?}");
            return;
        }
    };
    let written = position.to_string();
    let again = position.variant().position(&written).expect("what is written can be read");
    assert_eq!(again.to_string(), written);
    assert_eq!(again.key(), position.key());
    assert_eq!(again.side_to_move(), position.side_to_move());
    for mv in position.legal_moves() {
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
    }
});
