//! Measured tables of cloth methods.

use collidoscope::labs::cloth::tables::TABLES;

#[test]
fn all_six_are_read_and_hold_what_the_patent_prints() {
    for table in &*TABLES {
        let (xs, series) = (table.xs(), table.series());
        assert_eq!((xs.len(), series.len()), if table.id == "cloth-table-6" { (11, 2) } else { (3, 2) });
        for series in series {
            assert!(xs.iter().all(|x| table.at(series, *x).is_some()), "{} {series}", table.id);
        }
    }
    let quad = TABLES[0].at("quad-as-published", 17.0).unwrap();
    assert_eq!((quad.value, quad.published), (853.0, Some(853.0)));
    // In the row without the filter only the first number is legible.
    let without = |x: f64| TABLES[4].at("without it", x).unwrap().published;
    assert_eq!([5.0, 9.0, 17.0].map(without), [Some(73.46), None, None]);
    let [published, here] = TABLES[0].relation(17.0);
    assert_eq!((published, here), (Some(853.0 / 1023.0), Some(853.0 / 1023.0)));
    assert_eq!(TABLES[4].relation(17.0)[0], None);
    // The page says that no contact is lost at these thresholds.
    let lost = TABLES[5].numbers.iter().filter(|number| number.series == "contacts lost" && number.x >= 1.1);
    assert_eq!(lost.map(|number| number.value).collect::<Vec<_>>(), [0.0; 5]);
}
