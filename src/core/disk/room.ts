/**
 * The disk that holds the database: how much room is enough, and the sentences about it. All thresholds are
 * here. While the disk is full, error reports and alerts of other tools are refused, so that the rest of the room
 * is left to checks, incidents and pages. Pure.
 */
import { formatBytes } from "../text/bytes.ts";

const MB = 1024 ** 2;

/** The room on a disk, bytes. `size` 0: the file system does not say. */
export interface Room {
  /** The folder of the database. */
  folder: string;
  free: number;
  size: number;
}

/**
 * ok: enough room. low: little room, no request is refused. full: a write failed for lack of room, and the reserve is
 * in use. unwritable: writes fail.
 */
export const diskStates = ["ok", "low", "full", "unwritable"] as const;
export type DiskState = (typeof diskStates)[number];

/** The disk as the writer knows it. */
export interface Disk {
  room: Room;
  /** Why the last write failed, as a sentence; null: it succeeded. */
  failure: string | null;
  /** True while the reserve is in use. */
  full: boolean;
}

/** A tenth of the disk, at most 500 MB: with less free than this it is low. */
const lowBelow = ({ size }: Room) => Math.min(size / 10, 500 * MB);
/** A disk that was low has room again when this factor more is free. */
const hysteresis = 1.25;

/** Size of the reserve, bytes. */
export const reserveOf = ({ size }: Room): number =>
  size === 0 ? 12 * MB : Math.min(12 * MB, Math.floor(size / 4));

/** Size up to which the WAL grows under load, bytes: the reserve must have room for all of it in the database. */
export const walOf = (room: Room): number => Math.floor(reserveOf(room) / 2);

/** True when the reserve can be made, and as much again is free after that. */
export const hasRoomForReserve = (room: Room): boolean =>
  room.size === 0 || room.free >= 2 * reserveOf(room);

/** The disk as others see it. */
export interface DiskSeen {
  room: Room;
  state: DiskState;
  /** For people. */
  sentence: string;
}

/** The state of the disk, after the state `before`. */
export function stateOf({ room, failure, full }: Disk, before: DiskState): DiskState {
  if (failure !== null) return "unwritable";
  if (full) return "full";
  const factor = before === "ok" ? 1 : hysteresis;
  return room.free < lowBelow(room) * factor ? "low" : "ok";
}

const roomText = ({ free, size }: Room) => `${formatBytes(free)} free of ${formatBytes(size)}`;

/** Why writes fail without any room. */
export const fullSentence = (room: Room): string =>
  `The disk that holds ${room.folder} is full: ${roomText(room)}.`;

/** Why reports are refused. */
export const refusedSentence = (room: Room): string =>
  `${fullSentence(room)} What is left is kept for checks and pages.`;

/** The disk with its state, after the state `before`. */
export function seenDisk(disk: Disk, before: DiskState): DiskSeen {
  const state = stateOf(disk, before);
  return { room: disk.room, state, sentence: diskSentence(disk, state) };
}

/** The sentence for logs, `/health` and pushes. */
export function diskSentence({ room, failure }: Disk, state: DiskState): string {
  switch (state) {
    case "unwritable":
      return failure ?? "";
    case "full":
      return `${refusedSentence(room)} Error reports and alerts are refused with 503.`;
    case "low":
      return `The disk that holds ${room.folder} is nearly full: ${roomText(room)}.`;
    case "ok":
      return `The disk that holds ${room.folder} has ${roomText(room)}.`;
  }
}

/** One next step. */
export const diskRemedy = "Free some space, or shorten --report-retention-days.";
