/** Opens a page in the browser of the machine, if it has one. */
import { spawn } from "node:child_process";
import type { Outcome } from "./state.ts";

/** The program of the platform that opens URLs. */
const openers: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};

/** Does not wait for the browser to end. Without one, the URL is there to copy. */
export function browse(url: string, browser: string | undefined): Promise<Outcome> {
  const program = browser || (openers[process.platform] ?? "xdg-open");
  return new Promise((resolve) => {
    const child = spawn(program, [url], { stdio: "ignore", detached: true });
    child.once("error", () =>
      resolve({ text: `No browser here. The page is ${url}`, tone: "warn" }),
    );
    child.once("spawn", () => {
      child.unref();
      resolve({ text: `Opened ${url}`, tone: "good" });
    });
  });
}
