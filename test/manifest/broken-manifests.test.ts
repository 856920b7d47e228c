/** The answers of `monitorctl validate` to manifests with the mistakes that people make. */
import { expect, test } from "vitest";
import { newPlace } from "../ctl/run.ts";
import { brokenManifests } from "./broken.ts";

interface Mistake {
  line: number;
  column: number;
  code: string;
  message: string;
  hint: string | null;
  resource: string | null;
}

/** The answer of `validate -o json`: `error` for a file that is no text. */
interface Answer {
  issues?: Mistake[];
  warnings?: Mistake[];
  error?: { code: string; message: string };
}

const lineOf = (severity: string, { line, column, code, message, hint, resource }: Mistake) =>
  `  ${line}:${column} ${severity}[${code}] ${message}${hint === null ? "" : ` → ${hint}`}${resource === null ? "" : ` (${resource})`}`;

test("each mistake is named once, where it begins, with the next step", async () => {
  using place = newPlace();
  const lines: string[] = [];
  for (const [title, content] of Object.entries(brokenManifests)) {
    place.write("m.yaml", content);
    const { stdout, code } = await place.inside(["validate", "m.yaml", "-o", "json"]);
    const { issues = [], warnings = [], error } = JSON.parse(stdout) as Answer;
    lines.push(
      `${title} (exit ${code})`,
      ...warnings.map((issue) => lineOf("warning", issue)),
      ...issues.map((issue) => lineOf("error", issue)),
      ...(error ? [`  error[${error.code}] ${error.message}`] : []),
    );
  }
  expect(Object.keys(brokenManifests)).toHaveLength(106);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden/broken-manifests.txt");
});
