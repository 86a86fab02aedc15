//! Permissions of written files: a new file gets the default ones, a replacement keeps those of the old file.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Unix mode of a file that only its owner may read and write.
pub const PRIVATE: u32 = 0o600;

/// The permissions that a written file gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The replaced file's permissions, or the default ones for a new file.
    Inherited,
    /// Only the owner may read and write, even if others could read the replaced file.
    Private,
}

impl Access {
    /// Mode of the temporary file that will be renamed to `target`: never more permissive than the file that
    /// it replaces.
    pub fn temporary_mode(self, target: &Path) -> u32 {
        let is_usual = self == Self::Inherited && fs::symlink_metadata(target).is_err();
        if is_usual { 0o666 } else { PRIVATE }
    }
}

/// Copies owner, group and permissions of the file at `target`, if it exists, to `file`. Fails if the system does not
/// allow that, so that the new file is never readable for users who could not read the old file.
#[cfg(unix)]
pub fn take_over(file: &File, target: &Path, access: Access) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let Ok(old) = fs::symlink_metadata(target) else { return Ok(()) };
    let new = file.metadata()?;
    let owner = (old.uid() != new.uid()).then(|| old.uid());
    let group = (old.gid() != new.gid()).then(|| old.gid());
    let refused = |_| io::Error::other("its owner or group cannot be given to the new file");
    if owner.or(group).is_some() {
        fchown(file, owner, group).map_err(refused)?;
    }
    take_over_list(file, target)?;
    let mode = if access == Access::Private { PRIVATE } else { old.mode() & 0o777 };
    // File systems without permissions report the same mode for every file.
    if file.metadata()?.mode() & 0o777 != mode {
        file.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub fn take_over(_: &File, _: &Path, _: Access) -> io::Result<()> {
    Ok(())
}

/// Copies the POSIX access-control list of the old file, and removes the default list that the folder gives
/// to new files.
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

/// Creates the folder and its missing parents, each accessible only to its owner. An existing folder is made
/// private.
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
            // The permissions of another user's folder cannot be changed; the files in it are private anyway.
            let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
        }
    }
    Ok(())
}
