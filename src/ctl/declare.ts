/**
 * What `apply` and `diff` have in common: the files as one declaration, and a server to plan it with.
 *
 * A server that plans by itself does it in one request and one transaction. One that has only the basic
 * endpoints (its /plan answers 404 or 405) is read, planned for here, and changed resource by resource.
 */
import type { Declaration, Plan } from "../api/declaration.ts";
import { ApiProblem } from "../client/errors.ts";
import type { Client } from "../client/client.ts";
import {
  parseManifest,
  type Parsed,
  type Places,
} from "../manifest/manifest.ts";
import type { Call } from "./call.ts";
import { exitCodes } from "./exit.ts";
import { Failure, failureOf } from "./failure.ts";
import { readManifests, surroundingsOf } from "./files.ts";
import { upsertPlanner } from "./upsert.ts";

export interface Declared {
  declaration: Declaration;
  places: Places;
  /** Values of variables and files that must not be shown. */
  secrets: string[];
}

/** Reads the files that were named; right or wrong. */
export async function parseFiles({ io, options }: Call): Promise<Parsed> {
  const paths = (options["file"] ?? []) as string[];
  const envFiles = (options["envFile"] ?? []) as string[];
  return parseManifest(
    await readManifests(io, paths),
    surroundingsOf(io, envFiles),
  );
}

/** Reads the files that were named; fails with every mistake in them, before anything is sent. */
export async function readDeclaration(call: Call): Promise<Declared> {
  const parsed = await parseFiles(call);
  if (parsed.ok) return parsed;
  throw new Failure("the files are wrong", {
    exit: exitCodes.input,
    code: "invalid",
    next: "mend what is marked above and run it again",
    issues: parsed.issues,
    closing: "Nothing was sent.",
  });
}

/** Plans a declaration, and applies it. */
export interface Planner {
  plan(): Promise<Plan>;
  /** With a plan: only if nothing has moved since. */
  apply(shown: Plan | null): Promise<Plan>;
}

/** The server's own planner, or the one in its stead. */
export function plannerOf(
  call: Call,
  client: Client,
  { declaration, places }: Declared,
): Planner {
  const adopt = call.options["adopt"] === true;
  const request = { ...declaration, adopt };
  let basic: Planner | null = null;
  const tried = async (
    own: () => Promise<Plan>,
    instead: (planner: Planner) => Promise<Plan>,
  ): Promise<Plan> => {
    try {
      if (basic) return await instead(basic);
      return await own();
    } catch (error) {
      if (basic || !lacksPlan(error)) throw located(error, places);
      basic = upsertPlanner(client, declaration, adopt);
      try {
        const plan = await instead(basic);
        call.io.stderr.write(basicNote);
        return plan;
      } catch (second) {
        throw located(second, places);
      }
    }
  };
  return {
    plan: () =>
      tried(
        () => client.plan(request),
        (planner) => planner.plan(),
      ),
    apply: (shown) =>
      tried(
        () =>
          client.apply(
            shown === null ? request : { ...request, revision: shown.revision },
          ),
        (planner) => planner.apply(shown),
      ),
  };
}

const basicNote =
  "This server has only the basic endpoints: the plan is made here, resources are changed one by one and not in one transaction, and pruning is not offered.\n";

function lacksPlan(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    (error.status === 404 || error.status === 405)
  );
}

/** A server's faults of the declaration, as issues in the files. */
function located(error: unknown, places: Places): unknown {
  if (!(error instanceof ApiProblem)) return error;
  const { status, problem } = error;
  if (!problem.errors?.length || ![409, 422].includes(status)) return error;
  const conflict = status === 409;
  return new Failure(problem.detail, {
    exit: conflict ? exitCodes.conflict : exitCodes.input,
    code: conflict ? "conflict" : "invalid",
    next: conflict
      ? failureOf(error, null).next
      : "mend what is marked above and run it again",
    issues: places.issues(problem.errors),
    closing: "Nothing was changed.",
    cause: error,
  });
}
