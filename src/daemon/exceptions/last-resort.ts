/**
 * The last handler of the process, for uncaught exceptions. They are noted, and the process goes on.
 *
 * A rejected promise without a handler has broken only its own work. After an uncaught exception the state of the callback
 * is unknown, and Node advises to end. monitord goes on all the same: accepted work is on disk, in
 * transactions of another thread or process; loops, probes and pushes have limits of their own; and an answer from outside
 * that makes a library throw would come again after each restart, and end the monitoring of everything else. So the
 * service's health says `failed` for an hour, and a person decides when to restart.
 */
import { uncaughtException } from "../../core/status/remedies.ts";
import type { Exceptions } from "./exceptions.ts";

/** Handles them from now on. */
export function handleUncaught(exceptions: Pick<Exceptions, "note">): void {
  process.on("unhandledRejection", (thrown) => exceptions.note("rejection", thrown));
  process.on("uncaughtException", (thrown) => exceptions.note(uncaughtException, thrown));
}
