//! A search with all that it told on its way.

use std::sync::Mutex;

use breach_engine::{AnyPosition, Control, Engine, Finding, Limits, Report};

/// What a search came to, and every report before that.
pub(crate) fn reported_search(
    engine: &mut Engine,
    position: &dyn AnyPosition,
    limits: &Limits,
    control: &Control,
) -> (Finding, Vec<Report>) {
    let reports = Mutex::new(Vec::new());
    let finding = position.search(engine, limits, control, &mut |report| {
        reports.lock().expect("no panic before").push(report.clone());
    });
    (finding, reports.into_inner().expect("no panic before"))
}
