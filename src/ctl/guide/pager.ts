/** Shows long text page by page, where the terminal has a program for that. */
import { spawn } from "node:child_process";
import type { Io } from "../io.ts";

/** Writes `text`; through `$PAGER` (`less` by default) when it is longer than the terminal. */
export async function paged(io: Io, text: string): Promise<void> {
  const command = io.env["PAGER"] ?? "less";
  const rows = process.stdout.rows ?? Infinity;
  const fits = text.split("\n").length <= rows;
  if (!io.stdout.isTTY || command === "" || command === "cat" || fits) {
    io.stdout.write(text);
    return;
  }
  const shown = await new Promise<boolean>((resolve) => {
    const pager = spawn(command, {
      shell: true,
      stdio: ["pipe", "inherit", "inherit"],
      // Colors pass, and the text stays on the screen.
      env: { LESS: "FRX", ...io.env },
    });
    pager.once("error", () => resolve(false));
    pager.once("exit", (code) => resolve(code !== 127));
    pager.stdin.on("error", () => {});
    pager.stdin.end(text);
  });
  if (!shown) io.stdout.write(text);
}
