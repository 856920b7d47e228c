/**
 * Applies the manifests of `--provision` at the start and at each SIGHUP, and prunes their projects. A fault
 * in one of them stops no check: the last applied state stays, and the fault is shown in the log and in the
 * service's health.
 */
import { randomUUID } from "node:crypto";
import { fromParts } from "../../app/declare/parts.ts";
import type { Applied } from "../../app/declare/declaration.ts";
import type { ProvisioningState } from "../../app/ports.ts";
import type { Store } from "../../app/store.ts";
import type { Node } from "../../core/model/node.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { minute } from "../../core/text/units.ts";
import { partsInTurns } from "../../http/turns.ts";
import { wantedInParts } from "../../manifest/wanted.ts";
import { RemoteDisk } from "../disk/remote-disk.ts";
import type { Log } from "../log.ts";
import { startLoop, type Loop, type LoopContext } from "../loop.ts";
import { linesOf, readProvisioned } from "./read-manifests.ts";

/** How the last provisioning of this node ended. */
export class ProvisioningView {
  seen: ProvisioningState | null = null;
}

export interface Provisioner extends Loop {
  /** Reads the files again, and applies them. */
  reload(): void;
}

export function startProvisioning(
  context: LoopContext & {
    store: Pick<Store, "run">;
    org_id: string;
    node: Pick<Node, "id">;
    /** Files, folders and patterns: each is one project. */
    paths: readonly string[];
    variables: Readonly<Record<string, string | undefined>>;
    provisioningView: ProvisioningView;
    log: Pick<Log, "info" | "warn" | "error">;
  },
): Provisioner {
  const { clock, paths, variables, provisioningView: view, log } = context;
  // Until it ended: an apply that was cut off is continued by one of the same name.
  let request_id: string | null = `provision-${randomUUID()}`;

  const disk = new RemoteDisk();
  const note = (mistakes: number) => {
    const applied_at = mistakes === 0 ? clock.now() : (view.seen?.applied_at ?? null);
    view.seen = { applied_at, mistakes };
  };

  /** Comes when the files can be read without waiting for their disk. */
  const answers = (path: string) =>
    disk.answers(path, minute, () => {
      log.error(`not provisioned: ${path} has not answered for ${formatDuration(minute)}`);
      note(1);
    });

  const loop = startLoop(async () => {
    const current = request_id;
    if (current === null) return null;
    const mistakes: string[] = [];
    try {
      for (const path of paths) await answers(path);
    } catch (error) {
      if (disk.isStopped) return null;
      throw error;
    }
    for (const [index, path] of paths.entries())
      mistakes.push(...(await provision(path, `${current}-${index}`)));
    for (const mistake of mistakes) log.error(`not provisioned: ${mistake}`);
    note(mistakes.length);
    if (request_id !== current) return "again";
    request_id = null;
    return null;
  }, context);

  /** Applies one project; the mistakes that prevent it. */
  async function provision(path: string, request: string): Promise<string[]> {
    const read = await readProvisioned(path, variables);
    if (!read.ok) return read.mistakes;
    const { declaration, places } = read;
    const { org_id, store } = context;
    const outcome = await store.run("apply", {
      actor: { org_id, name: "provisioning", request_id: request },
      project: declaration.project,
      wanted: await partsInTurns(wantedInParts(declaration)),
      adopt: false,
      prune: { max: null, detach: false },
      revision: null,
      dry: false,
      now: clock.now(),
    });
    if (outcome.ok) {
      logApplied(path, outcome.value);
      return [];
    }
    if ("faults" in outcome && outcome.faults && outcome.faults.length > 0)
      return linesOf(outcome.faults, places);
    return [`${path}: ${"message" in outcome ? outcome.message : outcome.why}`];
  }

  function logApplied(
    path: string,
    { changes, warnings }: Extract<Applied, { ok: true }>["value"],
  ) {
    const changed = fromParts(changes).filter(({ action }) => action !== "unchanged");
    log.info(
      { changed: changed.length },
      `provisioned ${path}: ${plural(changed.length, "change")}`,
    );
    for (const warning of warnings) log.warn(`provisioned ${path}: ${warning}`);
  }

  return {
    ...loop,
    stop() {
      disk.stop();
      return loop.stop();
    },
    reload() {
      request_id = `provision-${randomUUID()}`;
      loop.nudge();
    },
  };
}
