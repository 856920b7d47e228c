import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { networkDisk } from "../../src/daemon/disk/network-disk.ts";

test.each([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
  [0x01021997, "9P"],
])("names the network file system %i", (type, name) => {
  expect(networkDisk("/data", () => type)).toBe(
    `the data directory /data is on ${name}, a network file system, on which SQLite can lose data`,
  );
});

test("says nothing of ext4, of this machine's disk, and of a folder that is not there", () => {
  expect(networkDisk("/data", () => 0xef53)).toBeNull();
  expect(networkDisk(tmpdir())).toBeNull();
  expect(networkDisk("/nowhere/at/all")).toBeNull();
});
