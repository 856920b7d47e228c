/** Command lines, run by a shell to their end. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a line; its exit code, and all that it printed. Null: it did not end within that many minutes. */
export async function runs(
  line: string,
  cwd: string,
  env: Record<string, string>,
  minutes = 2,
): Promise<{ code: number | null; output: string }> {
  const child = spawn("sh", ["-c", line], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: minutes * 60_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
