/**
 * Reads and writes plans in files, so that exactly the reviewed plan is applied, or none. The file holds
 * the declaration with every secret masked, and the revision that the plan was made from. A masked secret
 * that the server already stores stays as it is. Where a new secret must be written, or a value that came
 * from a variable, the files are read again and must have the same content as when the plan was made.
 */
import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { check } from "../../api/check.ts";
import { Declaration, Plan } from "../../api/declaration.ts";
import { Type, type Static } from "../../api/schema.ts";
import { resourceKinds } from "../../core/model/model.ts";
import { mask } from "../../core/declare/secrets.ts";
import type { Places } from "../../manifest/manifest.ts";
import type { Call } from "../call/call.ts";
import { readDeclaration, type Declared, type Manner } from "./declare.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure, wrongInput } from "../call/failure.ts";
import { writeOut } from "../call/write-file.ts";
import { redact } from "../connect/redact.ts";
import { noRevision } from "./upsert.ts";

const SavedPlan = Type.Object(
  {
    monitorctl_plan: Type.Literal(1),
    server: Type.String(),
    manner: Type.Object({
      adopt: Type.Boolean(),
      prune: Type.Optional(Type.Boolean()),
      prune_max: Type.Optional(Type.Integer()),
      detach: Type.Optional(Type.Boolean()),
    }),
    /** Where the declaration came from, as it was typed. */
    files: Type.Array(Type.String()),
    vars_files: Type.Array(Type.String()),
    /** Digest of the whole declaration, secrets included; null: the plan needs no content of the files. */
    secrets: Type.Union([Type.Object({ salt: Type.String(), digest: Type.String() }), Type.Null()]),
    declaration: Declaration,
    plan: Plan,
  },
  { additionalProperties: false },
);
type SavedPlan = Static<typeof SavedPlan>;

/** Writes a plan to a file. */
export function savePlan(
  call: Call,
  path: string,
  made: { url: string; declared: Declared; manner: Manner; plan: Plan },
): void {
  const { declared, plan, manner, url } = made;
  if (plan.revision === noRevision)
    throw wrongInput(
      "not_offered",
      "this server has no revisions that a saved plan could be held against",
      "apply without a saved plan",
    );
  const shown = withoutSecrets(declared, plan);
  const salt = randomBytes(16).toString("base64url");
  const saved: SavedPlan = {
    monitorctl_plan: 1,
    server: url,
    manner,
    files: (call.options["file"] ?? []) as string[],
    vars_files: (call.options["vars"] ?? []) as string[],
    secrets: shown.needed ? { salt, digest: digestOf(declared.declaration, salt) } : null,
    declaration: shown.declaration,
    plan,
  };
  const text = `${JSON.stringify(saved, null, 2)}\n`;
  writeOut(call.io.cwd, path, text, { mode: 0o600 });
  call.io.stderr.write(`Wrote ${path}: monitorctl apply ${path}\n`);
}

/** A saved plan and the declaration that it is of, complete. */
export async function readPlan(
  call: Call,
  path: string,
): Promise<{
  plan: Plan;
  manner: Manner;
  declared: Pick<Declared, "declaration" | "places">;
}> {
  const saved = parse(call, path);
  const { url } = await call.target();
  if (saved.server !== url)
    throw new Failure(`${path} is a plan for ${saved.server}, and this is ${url}`, {
      exit: exitCodes.conflict,
      code: "other_server",
      next: `monitorctl --url ${saved.server} apply ${path}`,
    });
  const { plan, manner } = saved;
  if (saved.secrets === null)
    return {
      plan,
      manner,
      declared: { declaration: saved.declaration, places: placesOf(path) },
    };
  const options = {
    ...call.options,
    file: saved.files,
    vars: saved.vars_files,
  };
  const declared = await readDeclaration({ ...call, options });
  if (sameDigest(declared.declaration, saved.secrets)) return { plan, manner, declared };
  throw new Failure(
    "the files or variables have changed since the plan was made; nothing was applied",
    {
      exit: exitCodes.conflict,
      code: "stale_plan",
      next: "plan again: monitorctl plan --out FILE",
    },
  );
}

function parse({ io }: Call, path: string): SavedPlan {
  let text: string;
  let value: unknown;
  try {
    text = readFileSync(resolve(io.cwd, path), "utf8");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw wrongInput(
      "no_file",
      isMissing ? `${path} does not exist` : `${path} cannot be read: ${(error as Error).message}`,
      "name a manifest, a folder of manifests, or a file that monitorctl plan --out wrote",
    );
  }
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (check(SavedPlan, value).length === 0) return value as SavedPlan;
  throw wrongInput(
    "no_plan",
    `${path} is not a saved plan`,
    "name a file that monitorctl plan --out of this version wrote, or a manifest (*.yaml)",
  );
}

/** The declaration as it may stand in a file, and whether something is missing from it then. */
function withoutSecrets(
  { declaration, secrets }: Declared,
  plan: Plan,
): { declaration: Declaration; needed: boolean } {
  const changing = new Set(
    plan.changes
      .filter(({ action }) => action !== "unchanged")
      .map(({ kind, external_id }) => `${kind}/${external_id}`),
  );
  let needed = false;
  const shown: Record<string, unknown> = { project: declaration.project };
  for (const kind of resourceKinds) {
    const list = declaration[kind] as Record<string, unknown>[] | undefined;
    if (!list) continue;
    shown[kind] = list.map((item) => {
      const hidden = mask(kind, item);
      const clear = redact(hidden, secrets);
      const secret = JSON.stringify(hidden) !== JSON.stringify(item);
      const variable = JSON.stringify(clear) !== JSON.stringify(hidden);
      const changes = changing.has(`${kind}/${String(item["external_id"])}`);
      needed ||= variable || (secret && changes);
      return clear;
    });
  }
  return { declaration: shown as unknown as Declaration, needed };
}

/** Slow on purpose: a secret that can be guessed must not be found by trying. */
function digestOf(declaration: Declaration, salt: string): string {
  return scryptSync(JSON.stringify(declaration), salt, 32).toString("base64url");
}

function sameDigest(
  declaration: Declaration,
  { salt, digest }: NonNullable<SavedPlan["secrets"]>,
): boolean {
  return timingSafeEqual(
    Buffer.from(digestOf(declaration, salt)),
    Buffer.from(digest.padEnd(43).slice(0, 43)),
  );
}

/** For a declaration that stands in no manifest: faults are of the file as a whole. */
function placesOf(path: string): Places {
  return {
    lineOf: () => null,
    issues: (faults) =>
      faults.map(({ code, field, message }) => ({
        file: path,
        line: 1,
        column: 1,
        length: 1,
        source: "{",
        code,
        message: `${field}: ${message}`,
        hint: null,
        resource: null,
      })),
  };
}
