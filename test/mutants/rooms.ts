/** The tests that are asked about the faults of a folder. */
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folder of `src` → folders and files of tests, where they are not those of its name. */
const tests: Record<string, string[]> = {
  inbound: [
    "inbound",
    "http/{inbound,inbound-targets,senders,tools,sdk,sns,apprise,pings,mapping}*",
  ],
  manifest: ["manifest", "ctl/{declare,fmt,round-trip,patch,schedule-files,project-file}*"],
  channel: ["channel", "stories/{webhook,email,fcm,phone,push-failures}*"],
  probe: ["probe"],
  app: ["http", "stories"],
  store: ["store", "http"],
  http: ["http"],
};

/** The test files for a folder or a file of `src`; `paths`: under `test`, in place of those of the folder. */
export function testsOf(room: string, paths?: readonly string[]): string[] {
  const [top] = room.split("/");
  return (paths ?? tests[top!] ?? [top!])
    .flatMap((path) =>
      globSync([`test/${path}/**/*.test.ts`, `test/${path}.test.ts`, `test/${path}.ts`], {
        cwd: root,
      }),
    )
    .filter((path) => path.endsWith(".test.ts") && !path.endsWith("store/postgres.test.ts"))
    .toSorted();
}
