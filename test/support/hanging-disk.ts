/** A folder on a disk that hangs, as one of another machine does that is gone: each request for anything in it waits. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/** Lets a folder hang until it is disposed of; null: this machine, or this user, can make none. */
export function hangingDisk(folder: string): Disposable | null {
  let device: number;
  try {
    device = openSync("/dev/fuse", "r+");
  } catch {
    return null;
  }
  // A file system in user space whose program answers nothing.
  const options = "fd=3,rootmode=40000,user_id=0,group_id=0";
  const { status } = spawnSync("mount", ["-i", "-t", "fuse", "-o", options, "hangs", folder], {
    stdio: ["ignore", "ignore", "ignore", device],
  });
  if (status !== 0) {
    closeSync(device);
    return null;
  }
  return {
    [Symbol.dispose]() {
      // All that waits gets an error once the device is closed.
      closeSync(device);
      spawnSync("umount", ["-l", folder]);
    },
  };
}
