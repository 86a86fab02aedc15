//! The ink (colour, marker and stroke) of each series in an experiment's record. A method has the same ink here as in
//! the charts of its lab.

use super::Record;
use super::pivot::Pivot;
use crate::methods;
use crate::render::ink::Ink;

/// The plotted table of a record, reduced to the chosen series, with the ink of each row. A series keeps its ink in
/// every choice.
pub fn chosen<'a>(record: &'a Record, choice: &str) -> (Pivot<'a>, Vec<Ink>) {
    let kind = record.experiment.plot;
    let all = Pivot::of(&record.figures, kind.metric);
    let inks = inks(all.rows.iter().map(|row| row.series));
    let (rows, inks) =
        all.rows.into_iter().zip(inks).filter(|(row, _)| kind.shows(choice, row.series)).unzip();
    (Pivot { rows, ..all }, inks)
}

/// An ink for each series, in the order of `series`. A series is named `thing` or `thing/variant`. The thing, usually
/// a method, determines colour and marker; the variant determines the stroke. A thing that is not a method gets an ink
/// that no method of the record uses.
pub fn inks<'a>(series: impl Iterator<Item = &'a str>) -> Vec<Ink> {
    let names: Vec<_> = series.map(|name| name.split_once('/').unwrap_or((name, ""))).collect();
    let mut places: Vec<(&str, usize)> = Vec::new();
    let has = |places: &[(&str, usize)], thing: &str| places.iter().any(|(known, _)| *known == thing);
    for (thing, _) in &names {
        if let Some(row) = methods::row_of(thing).filter(|_| !has(&places, thing)) {
            places.push((thing, row));
        }
    }
    for (thing, _) in &names {
        if !has(&places, thing) {
            let free = (0..).find(|place| places.iter().all(|(_, taken)| taken != place));
            places.push((thing, free.unwrap_or_default()));
        }
    }
    let mut variants: Vec<&str> = Vec::new();
    let ink = |(thing, variant): &(&str, &'a str)| {
        let place = places.iter().find(|(known, _)| known == thing).map_or(0, |(_, place)| *place);
        let known = variants.iter().position(|known| known == variant);
        let variant = known.unwrap_or_else(|| {
            variants.push(variant);
            variants.len() - 1
        });
        Ink::variant(place, variant)
    };
    names.iter().map(ink).collect()
}
