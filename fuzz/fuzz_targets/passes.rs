//! Reads the bytes as a table of passes. A table that is read must be printed and read again as the same table, and its
//! analysis must end; an error must be one line.
#![no_main]

use collidoscope::image_space::own::text::{read, read_cells};
use collidoscope::image_space::own::{relations, rows};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let table = read(&text);
    collidoscope_fuzz::count(table.is_ok());
    match table {
        Ok(table) => {
            assert_eq!(read(&table.to_string()).as_ref(), Ok(&table));
            relations::relations(&table.lowered());
            if bytes.len() < 1000 {
                rows::rows_that_matter(&table, 1);
            }
        }
        Err(why) => collidoscope_fuzz::assert_one_line(&why.in_file("a.passes")),
    }
    if let Ok((cells, _)) = read_cells(&text) {
        cells.lowered();
        cells.faults().iter().for_each(|fault| collidoscope_fuzz::assert_one_line(&fault.to_string()));
    }
});
