/** Opens a page in the browser of the machine, if it has one. */
import { spawn } from "node:child_process";

/** The program of the platform that opens URLs. */
const openers: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};

/** Does not wait for the browser to end. False: the machine has none. */
export function browse(url: string, browser: string | undefined): Promise<boolean> {
  const program = browser || (openers[process.platform] ?? "xdg-open");
  return new Promise((resolve) => {
    const child = spawn(program, [url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
