//! Figures as a table with a row per series and a column per x, for the terminal, the plot and the page.

use super::Figure;
use crate::ui::format::number;

/// One metric of an experiment as a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pivot<'a> {
    /// Unit of the values; empty for counts.
    pub unit: &'a str,
    /// Unit of x, such as `bodies`.
    pub x_unit: &'a str,
    /// The x of each column, ascending.
    pub xs: Vec<f64>,
    /// The rows, in the order of their first measurement.
    pub rows: Vec<Row<'a>>,
}

/// One series of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// Name of the series, `thing` or `thing/variant`.
    pub series: &'a str,
    /// One cell per x; `None` if there is no value.
    pub cells: Vec<Option<Cell>>,
}

/// The value of a series at an x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The measured value.
    pub value: f64,
    /// The source's value, if it is known.
    pub published: Option<f64>,
}

impl<'a> Pivot<'a> {
    /// The table of all finite figures of this metric. If a series has two figures at the same x, the later one
    /// counts.
    pub fn of(figures: &'a [Figure], metric: &str) -> Self {
        let mut pivot = Pivot::default();
        let chosen = || figures.iter().filter(|f| f.metric == metric && f.value.is_finite());
        for figure in chosen() {
            (pivot.unit, pivot.x_unit) = (figure.unit, figure.x_unit);
            if !pivot.xs.contains(&figure.x) {
                pivot.xs.push(figure.x);
            }
        }
        pivot.xs.sort_by(f64::total_cmp);
        for figure in chosen() {
            let found = pivot.rows.iter().position(|row| row.series == figure.series);
            let row = found.unwrap_or_else(|| {
                pivot.rows.push(Row { series: &figure.series, cells: vec![None; pivot.xs.len()] });
                pivot.rows.len() - 1
            });
            if let Some(column) = pivot.xs.iter().position(|x| *x == figure.x) {
                pivot.rows[row].cells[column] =
                    Some(Cell { value: figure.value, published: figure.published });
            }
        }
        pivot
    }

    /// The table reduced to at most `most` columns, including the first and the last.
    pub fn thinned(mut self, most: usize) -> Self {
        let count = self.xs.len();
        if count <= most || most < 2 {
            return self;
        }
        let kept: Vec<usize> = (0..most).map(|i| i * (count - 1) / (most - 1)).collect();
        self.xs = kept.iter().map(|&i| self.xs[i]).collect();
        for row in &mut self.rows {
            row.cells = kept.iter().map(|&i| row.cells[i]).collect();
        }
        self
    }

    /// All measured and published numbers of the table.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        let cells = self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        cells.flat_map(|cell| [Some(cell.value), cell.published]).flatten()
    }

    /// The table as text for the terminal: aligned columns under a heading that names `metric`.
    pub fn to_text(&self, metric: &str) -> String {
        let mut lines = vec![vec![heading(metric, self.unit)]];
        lines[0].extend(self.xs.iter().map(|x| number(*x)));
        for row in &self.rows {
            let cell = |cell: &Option<Cell>| match cell {
                None => "–".into(),
                Some(Cell { value, published: None }) => number(*value),
                Some(Cell { value, published: Some(source_value) }) => {
                    format!("{} ({})", number(*value), number(*source_value))
                }
            };
            lines.push(std::iter::once(row.series.to_owned()).chain(row.cells.iter().map(cell)).collect());
        }
        let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..=self.xs.len()).map(width).collect();
        let mut text = String::new();
        for (index, line) in lines.iter().enumerate() {
            text += &format!("{:<1$}", line[0], widths[0]);
            for (cell, width) in line.iter().zip(&widths).skip(1) {
                text += &format!("  {cell:>width$}");
            }
            text += &if index == 0 { format!("  {}\n", self.x_unit) } else { "\n".to_owned() };
        }
        text
    }
}

/// The heading of values: `time, ms`, or only the metric if there is no unit.
pub fn heading(metric: &str, unit: &str) -> String {
    let metric = metric.replace('_', " ");
    if unit.is_empty() { metric } else { format!("{metric}, {unit}") }
}
