/** Drift of a project's resources, and moving resources between projects. */
import type { declarations } from "../../../api/routes/declarations.ts";
import type { AdoptRequest, Ownership } from "../../../api/ownership.ts";
import { withChanges } from "../../answer/with-changes.ts";
import { partsInTurns } from "../../turns.ts";
import { wantedInParts } from "../../../manifest/wanted.ts";
import { allows } from "../../../core/access/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Asked, Handlers } from "../../request/asked.ts";
import { timestampOr } from "../../answer/present.ts";
import { Problem, valueOf } from "../../answer/problem.ts";

type Names = Exclude<keyof typeof declarations, "POST /plan" | "POST /apply">;

export function ownershipRoutes({ store }: Deps): Handlers<Names> {
  return {
    "POST /drift": async ({ body, actor, now }) => {
      const { last_applied = false, ...declaration } = body;
      const { project } = declaration;
      const wanted = last_applied ? null : await partsInTurns(wantedInParts(declaration));
      const outcome = await store.run("drift", { actor, project, wanted, now });
      if (!outcome.ok && outcome.why === "not_found")
        throw new Problem("not-found", `Nothing was ever applied for the project "${project}".`);
      const { changes, applied_at, ...rest } = valueOf(outcome, "project");
      return withChanges(
        { ...rest, project, applied_at: timestampOr(applied_at) },
        changes,
        (part) => part.map((change) => ({ ...change, changed_at: timestampOr(change.changed_at) })),
      );
    },

    "POST /adopt": (asked) => owned(asked, asked.body.project.trim()),

    "POST /detach": (asked) => owned(asked, null),
  };

  async function owned(
    { body, caller, actor, now }: Asked<"POST /adopt" | "POST /detach">,
    project: string | null,
  ): Promise<Ownership> {
    const resources: AdoptRequest["resources"] = body.resources;
    const people = resources.some(({ kind }) => kind === "users");
    if (people && !allows(caller, "admin"))
      throw new Problem(
        "forbidden",
        `Users are among them, which needs a key with the scope admin; "${caller.name}" has scope ${caller.scopes.join(", ")}.`,
      );
    const outcome = await store.run("own", {
      actor,
      project,
      resources: resources.map(({ kind, id, external_id = null }) => ({
        kind,
        id,
        external_id,
      })),
      now,
    });
    // The ids stand for the resources that the request is about, as those in a path do.
    if (!outcome.ok && outcome.why === "invalid" && outcome.faults[0]?.code === "not_found")
      throw new Problem("not-found", `${outcome.faults[0].field}: ${outcome.faults[0].message}.`, {
        faults: outcome.faults,
      });
    return { resources: valueOf(outcome, "resource") };
  }
}
