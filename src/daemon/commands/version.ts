/** `monitord version`: the number alone, for scripts. */
import { version } from "../../store/migrations/version.ts";
import { out } from "./invocation.ts";

export async function run(): Promise<number> {
  out(version);
  return 0;
}
