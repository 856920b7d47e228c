/** `monitord demo`. */
import { runDemo } from "../demo/demo.ts";

export async function run(): Promise<number> {
  return runDemo({ write: (line) => void process.stdout.write(`${line}\n`) });
}
