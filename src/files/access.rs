//! Who may read and write a file: a new one as any file that its owner makes, one that replaces another as before.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The mode of what its owner alone may read and write.
pub const PRIVATE: u32 = 0o600;

/// Who may read and write a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// As the file that is replaced; a new one is as readable as any that its owner makes.
    AsItWas,
    /// The owner alone, also where the file that is replaced could be read by others.
    Private,
}

impl Access {
    /// The mode of a file that will be called `target`, until it is: no more open than the one before.
    pub fn while_written(self, target: &Path) -> u32 {
        let is_usual = self == Self::AsItWas && fs::symlink_metadata(target).is_err();
        if is_usual { 0o666 } else { PRIVATE }
    }
}

/// Gives `file` owner, group and permissions of the one at `target`, if there is one. Refused where the system does not
/// allow that: the new file is not open to users that the old one was closed to.
#[cfg(unix)]
pub fn take_over(file: &File, target: &Path, access: Access) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let Ok(old) = fs::symlink_metadata(target) else { return Ok(()) };
    let new = file.metadata()?;
    let owner = (old.uid() != new.uid()).then(|| old.uid());
    let group = (old.gid() != new.gid()).then(|| old.gid());
    let refused = |_| io::Error::other("it has another owner or group, which a new file cannot be given");
    if owner.or(group).is_some() {
        fchown(file, owner, group).map_err(refused)?;
    }
    take_over_list(file, target)?;
    let mode = if access == Access::Private { PRIVATE } else { old.mode() & 0o777 };
    // File systems without permissions have the same for every file.
    if file.metadata()?.mode() & 0o777 != mode {
        file.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub fn take_over(_: &File, _: &Path, _: Access) -> io::Result<()> {
    Ok(())
}

/// The list of further users that Linux may keep with a file: that of the old file, and not the one that the folder gives
/// to new ones.
#[cfg(target_os = "linux")]
fn take_over_list(file: &File, target: &Path) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr, getxattr};
    const LIST: &str = "system.posix_acl_access";
    let mut list = vec![0; 1 << 16];
    match getxattr(target, LIST, &mut list[..]) {
        Ok(length) => Ok(fsetxattr(file, LIST, &list[..length], XattrFlags::empty())?),
        Err(_) => {
            let _ = fremovexattr(file, LIST);
            Ok(())
        }
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn take_over_list(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes the folder, and those that it lies in, where they are not there yet: each for its owner alone. The folder itself
/// becomes so where it was not.
pub fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if fs::metadata(folder)?.permissions().mode() & 0o077 != 0 {
            // A folder of another user stays as it is; the files in it are private all the same.
            let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
        }
    }
    Ok(())
}
