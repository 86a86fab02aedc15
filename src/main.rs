//! The program: see `collidoscope --help`.

fn main() -> std::process::ExitCode {
    collidoscope::cli::run()
}
