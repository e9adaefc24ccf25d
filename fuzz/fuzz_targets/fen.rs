//! Any text as a position of any board and of each offered one: read without a panic, written and read again as the
//! same, with moves that are all read as they are written, orders of explosions included. A second line of the text is
//! read as a move.

#![no_main]

use breach_engine::{AnyPosition, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (text, mv) = text.split_once('\n').unwrap_or((text, ""));
    let any = Variant::default().position_of_any_size(text);
    for name in Variant::OFFERED {
        let variant: Variant = name.parse().expect("offered variants exist");
        let read = variant.position(text);
        if let Variant::Breakthrough(_) = variant {
            // A board of this very size is a position of the variant, and no other is.
            let fits = any.as_ref().is_ok_and(|position| position.variant() == variant);
            assert_eq!(read.is_ok(), fits, "{name}");
        } else {
            match read {
                Ok(position) => check(position.as_ref(), mv),
                Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
            }
        }
    }
    match any {
        Ok(position) => check(position.as_ref(), mv),
        Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
    }
});

fn check(position: &dyn AnyPosition, text: &str) {
    let written = position.to_string();
    let again = position.variant().position(&written).expect("what is written can be read");
    assert_eq!(again.to_string(), written);
    assert_eq!(again.key(), position.key());
    assert_eq!(again.side_to_move(), position.side_to_move());
    for mv in position.legal_moves() {
        let mut text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv));
        let order = position.explosions(mv);
        if !order.is_empty() {
            text.push('/');
            text.extend(order.iter().map(ToString::to_string));
            assert_eq!(position.parse_move(&text), Ok(mv), "{text}");
        }
    }
    match position.parse_move(text) {
        Ok(mv) => {
            let mut next = position.boxed();
            next.play(mv).expect("what is read is legal");
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
    }
}
