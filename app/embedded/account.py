"""Whom Postgres runs as when the service runs as root, since Postgres refuses that."""

import os
import pwd
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from app.embedded import CannotStart

UNUSED_ID = 60900  # of no range that distributions, systemd or container engines hand out; needs no entry in passwd
DESCRIPTORS = Path("/proc/self/fd")


class Account(NamedTuple):
    """A user and a group, by number."""

    uid: int
    gid: int

    def take_over(self, folder: Path) -> None:
        """Make the account the owner of `folder` and of all below it."""
        try:
            for parent, folders, files in os.walk(folder):
                for name in (*folders, *files):
                    os.lchown(Path(parent) / name, self.uid, self.gid)
            os.chown(folder, self.uid, self.gid)
        except PermissionError as error:
            raise CannotStart(
                f"Postgres refuses to run as root, and this root may not give it files of its own ({error}): "
                "run memoryd as an ordinary user."
            ) from error


def account_for(*folders: Path) -> Account | None:
    """`None` for an ordinary user. For root: the owner of the first folder that is there and not root's, else nobody.

    So a folder that an ordinary user made, or that a container has mounted, stays that user's.
    """
    if os.geteuid() != 0:
        return None
    for folder in folders:
        if folder.exists() and (status := folder.stat()).st_uid != 0:
            return Account(status.st_uid, status.st_gid)
    return Account(UNUSED_ID, UNUSED_ID)


def listed_account() -> Account:
    """Some account that has an entry in passwd, without which `initdb` does not run."""
    entries = pwd.getpwall()
    entry = next((e for e in entries if e.pw_name == "nobody"), None) or next(e for e in entries if e.pw_uid != 0)
    return Account(entry.pw_uid, entry.pw_gid)


@contextmanager
def as_account(account: Account | None, *folders: Path) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Paths of `folders` for a child that runs as `account`, and the options of `Popen` that make it do so.

    The account may be barred from the folders above, such as /root. So the child gets open descriptors, whose entries
    in /proc lead straight to the folders, and no folder of the machine has to be opened to others.
    """
    if account is None:
        yield [str(folder) for folder in folders], {}
        return
    options: dict[str, Any] = {"user": account.uid, "group": account.gid, "extra_groups": []}
    if not DESCRIPTORS.is_dir():  # macOS
        yield [str(folder) for folder in folders], options
        return
    with ExitStack() as closing:
        descriptors = [os.open(folder, os.O_RDONLY | os.O_DIRECTORY) for folder in folders]
        for descriptor in descriptors:
            closing.callback(os.close, descriptor)
        yield [str(DESCRIPTORS / str(d)) for d in descriptors], options | {"pass_fds": descriptors}
