/**
 * Shared by `apply` and `diff`: reads the files as one declaration, and connects a server to plan it
 * with. A current server plans and applies in one request and one transaction. A server with only the
 * basic endpoints (its /plan answers 404 or 405) is read, planned for here, and changed resource by
 * resource.
 */
import type { Declaration, Plan } from "../../api/declaration.ts";
import { ApiProblem } from "../../client/errors.ts";
import type { Client } from "../../client/client.ts";
import type { Issue } from "../../manifest/issue.ts";
import { countsOf, tooMany } from "../../core/declare/size.ts";
import { formatBytes } from "../../core/text/bytes.ts";
import { limits } from "../../resource/schema.ts";
import { readManifests, surroundingsOf } from "../../manifest/files.ts";
import { parseManifest, type Parsed, type Places } from "../../manifest/manifest.ts";
import type { Call } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { readInput } from "../io.ts";
import { keptFailure, pruneLimit } from "../input/confirm.ts";
import { Failure, failureOf, wrongInput } from "../call/failure.ts";
import { upsertPlanner, type Planner } from "./upsert.ts";
import { variablesOf } from "./vars-file.ts";

export interface Declared {
  declaration: Declaration;
  places: Places;
  /** Values of variables and files that must not be shown. */
  secrets: string[];
}

/** Reads the files that were named; right or wrong. */
export async function parseFiles(call: Call): Promise<Parsed> {
  const { files, surroundings } = await filesOf(call);
  return parseManifest(files, surroundings);
}

/** The files that were named, and all else that they may read. */
export async function filesOf({ io, options }: Call) {
  const paths = (options["file"] ?? []) as string[];
  const outside = options["allowOutsideFiles"] === true;
  const host = { cwd: io.cwd, input: () => readInput(io) };
  const files = await readManifests(host, { paths, outside });
  const variables = variablesOf(io, options);
  return { files, surroundings: surroundingsOf(host, { paths, variables, outside }) };
}

/** Reads the files that were named; fails with every mistake in them, before anything is sent. */
export async function readDeclaration(call: Call): Promise<Declared> {
  const parsed = await parseFiles(call);
  if (parsed.ok) {
    refuseTooLarge(parsed.declaration);
    return parsed;
  }
  // The server is not asked: of names that it may have, those are shown that look misspelled.
  throw invalidFiles(
    parsed.issues,
    parsed.warnings.filter(({ hint }) => hint !== null),
  );
}

/** Fails when the declaration is larger than an apply takes. */
export function refuseTooLarge(declaration: Declaration): void {
  const excess = tooMany(countsOf({ ...declaration }));
  if (excess)
    throw wrongInput(
      "too_many_changes",
      `the files declare ${excess.count}, and one apply takes ${excess.most}`,
      "divide them between several projects",
    );
  const bytes = Buffer.byteLength(JSON.stringify(declaration));
  if (bytes > limits.declarationBody)
    throw wrongInput(
      "too_large",
      `the files come to ${formatBytes(bytes)} of JSON, and one apply takes ${formatBytes(limits.declarationBody)}`,
      "divide them between several projects",
    );
}

/** Mistakes in the files, all of them. */
export function invalidFiles(
  issues: readonly Issue[],
  warnings: readonly Issue[] = [],
  closing = "Nothing was sent.",
): Failure {
  return new Failure("the files are wrong", {
    exit: exitCodes.input,
    code: "invalid",
    next: "correct what is marked above, and run it again",
    issues,
    warnings,
    closing,
  });
}

/** How a declaration is to be applied, as the flags say. */
export interface Manner {
  adopt: boolean;
  prune?: boolean;
  prune_max?: number;
  detach?: boolean;
}

/** The mode selected by flags; fails on flags that are only valid with another one. */
export function mannerOf({ options }: Call): Manner {
  const prune = options["prune"] === true;
  const max = options["pruneMax"] as number | undefined;
  const detach = options["detach"] === true;
  if (!prune && (max !== undefined || detach))
    throw wrongInput(
      "usage",
      `${detach ? "--detach" : "--prune-max"} says how to prune, and --prune is not there`,
      "add --prune, or leave it out",
    );
  return {
    adopt: options["adopt"] === true,
    ...(prune ? { prune } : {}),
    ...(max === undefined ? {} : { prune_max: max }),
    ...(detach ? { detach } : {}),
  };
}

/** The server's own planner, or the one in its stead. */
export function plannerOf(
  call: Call,
  client: Client,
  { declaration, places }: Pick<Declared, "declaration" | "places">,
  manner: Manner,
): Planner {
  const request = { ...declaration, ...manner };
  let basic: Planner | null = null;
  const tried = async (
    own: () => Promise<Plan>,
    instead: (planner: Planner) => Promise<Plan>,
  ): Promise<Plan> => {
    try {
      if (basic) return await instead(basic);
      return await own();
    } catch (error) {
      if (basic || !lacksPlan(error)) throw located(call, error, places);
      if (manner.prune) throw noPrune(error);
      basic = upsertPlanner(client, declaration, manner.adopt);
      try {
        const plan = await instead(basic);
        call.io.stderr.write(basicNote);
        return plan;
      } catch (second) {
        throw located(call, second, places);
      }
    }
  };
  return {
    plan: () =>
      tried(
        () => client.send("POST /plan", { body: request }),
        (planner) => planner.plan(),
      ),
    apply: (shown) =>
      tried(
        () =>
          client.send("POST /apply", {
            body: shown === null ? request : { ...request, revision: shown.revision },
          }),
        (planner) => planner.apply(shown),
      ),
  };
}

const basicNote =
  "This server has only the basic endpoints: the plan is made here, resources are changed one by one and not in one transaction, and pruning is not offered.\n";

/** True for the answer of a server that has only the basic endpoints. */
function lacksPlan(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 405);
}

function noPrune(cause: unknown): Failure {
  return new Failure(
    "this server has only the basic endpoints, and cannot tell what a project declared before",
    {
      exit: exitCodes.input,
      code: "not_offered",
      next: "leave out --prune, and delete what is no longer needed where the server keeps it",
      cause,
    },
  );
}

/** A server's faults of the declaration, as issues in the files. */
function located(call: Call, error: unknown, places: Places): unknown {
  if (!(error instanceof ApiProblem)) return error;
  const { status, problem } = error;
  const faults = problem.errors ?? [];
  const guard = faults.find(({ code }) => code === "prune_limit");
  const needed = /prune_max (\d+)/.exec(guard?.message ?? "")?.[1];
  if (guard && needed) return pruneLimit(call, Number(needed), error);
  const kept = keptFailure(error);
  if (kept) return kept;
  const inFiles = faults.filter(({ field }) => field !== "");
  if (!inFiles.length || ![409, 422].includes(status)) return error;
  const conflict = status === 409;
  return new Failure(problem.detail, {
    exit: conflict ? exitCodes.conflict : exitCodes.input,
    code: conflict ? "conflict" : "invalid",
    next: conflict ? failureOf(error, null).next : "correct what is marked above, and run it again",
    issues: places.issues(faults),
    closing: "Nothing was changed.",
    cause: error,
  });
}
