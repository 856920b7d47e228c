import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { stringify } from "yaml";
import { manifestSchema } from "../../../manifest/json-schema.ts";
import { oneLine } from "../../output/text.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { writeOut } from "../../call/write-file.ts";
import { checkUrl } from "../../tasks/check-url.ts";

const manifest = "monitors.yaml";
const schema = "monitors.schema.json";

/** Writes a starter manifest, and the schema that editors check it with. Overwrites no file. */
export const run: Run = async (call) => {
  const { io, options } = call;
  if (existsSync(resolve(io.cwd, manifest)))
    throw wrongInput(
      "exists",
      `${manifest} is there already; nothing was written`,
      `check it with: monitorctl validate, then monitorctl plan`,
    );
  const project = (options["project"] as string | undefined) ?? (basename(io.cwd) || "shop");
  const given = options["health"] as string | undefined;
  const answer = given === undefined ? null : await answerOf(call, given);
  const check = given === undefined ? await ownHealth(call) : checkOf(given, answer);
  const how = { flag: "wx", next: "run it in a folder that you can write to" } as const;
  writeOut(io.cwd, manifest, firstManifest(project, check), how);
  const written = [manifest];
  if (!existsSync(resolve(io.cwd, schema))) {
    const text = `${JSON.stringify(manifestSchema(), null, 2)}\n`;
    writeOut(io.cwd, schema, text, how);
    written.push(schema);
  }
  io.stdout.write(
    `${answer === null ? "" : `${given} ${answer.text}.\n`}Wrote ${written.join(" and ")}: one user, one alert group, two monitors.\nEdit ${manifest}, then: monitorctl validate && monitorctl apply\n`,
  );
  return exitCodes.done;
};

interface FirstCheck {
  external_id: string;
  title: string;
  url: string;
  /** The rest of the line of the URL, and more fields, as YAML. */
  remark: string;
}

/** monitord's own health: it is there, and answers in the format, so that the first incident is a real one. */
async function ownHealth(call: Call): Promise<FirstCheck> {
  const { url } = await call.target().catch(() => ({ url: "http://127.0.0.1:8620" }));
  return {
    external_id: "monitord",
    title: "monitord itself",
    url: `${url}/health`,
    remark: " # put the health endpoint of your application here, or a page with expect: http",
  };
}

const checkOf = (url: string, answer: UrlAnswer | null): FirstCheck => ({
  external_id: "web",
  title: "Web site",
  url,
  remark: answer?.expect
    ? `\n    expect: ${answer.expect} # a page; without it, a report of sub-checks`
    : "",
});

/** The answer of a URL, in words, and the `expect` that it needs; null: the default. */
interface UrlAnswer {
  text: string;
  expect: string | null;
}

/** Asks the server, if any. A manifest can be begun without. */
async function answerOf(call: Call, url: string): Promise<UrlAnswer> {
  try {
    const { proposal, status, status_reason } = await checkUrl(await call.client(), url);
    if (proposal)
      return { text: `${proposal.because}: watched as a page`, expect: proposal.expect };
    const why = status_reason === null ? "" : `: ${oneLine(status_reason)}`;
    return { text: `was checked: ${status}${why}`, expect: null };
  } catch (error) {
    const why = error instanceof Error ? oneLine(error.message) : String(error);
    return { text: `was not checked: ${why}`, expect: null };
  }
}

function firstManifest(project: string, check: FirstCheck): string {
  const value = (text: string) => stringify(text).trimEnd();
  return `# yaml-language-server: $schema=./${schema}
version: 1
project: ${value(project)} # owns what is declared here

users:
  - external_id: ada
    email: ada@example.com # yours
    name: Ada

alert_groups:
  - external_id: oncall
    title: On call
    priority_level: 1 # 1 rings loudest, 3 least
    timezone: UTC
    members: [ada@example.com]

# Defaults for all resources of a kind; a field of a resource wins over them.
defaults:
  health_check_monitors: { alert_group: oncall, interval_seconds: 60 }
  webhook_monitors: { alert_group: oncall }

health_check_monitors:
  - external_id: ${check.external_id}
    title: ${check.title}
    url: ${value(check.url)}${check.remark}
    # Secrets come from the environment, a --vars file or a file:
    # request_headers: { Authorization: "Bearer \${HEALTH_TOKEN:?the token of the health endpoint}" }

webhook_monitors:
  - external_id: errors
    title: Errors
    error_rate_threshold: 3 # errors in five minutes
    error_rate_window_minutes: 5
`;
}
