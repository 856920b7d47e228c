import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { makeLog, written } from "../../src/daemon/log.ts";

function logged(format: "json" | "text", write: (log: ReturnType<typeof makeLog>) => void) {
  let text = "";
  const out = { write: (line: string) => void (text += line) };
  write(makeLog({ logLevel: "info", logFormat: format }, out, false));
  return text;
}

test("for machines a line is JSON, with an instant and a word for the level", () => {
  const line = logged("json", (log) => log.warn({ loop: "poller" }, "late"));
  expect(JSON.parse(line)).toMatchObject({
    level: "warn",
    loop: "poller",
    msg: "late",
    time: expect.stringMatching(/Z$/),
  });
});

test("for people it is one line, whatever is in it", () => {
  const text = logged("text", (log) => {
    log.error({ err: new Error("first\nsecond"), title: "\u001b[31mred\n" }, "it\nfailed");
  });
  expect(text.trimEnd().split("\n")).toHaveLength(1);
  expect(text).toContain("it failed");
  expect(text).not.toContain("\u001b");
});

test("what could be a secret is cut out, wherever it stands", () => {
  const canary = "canary-7f3a";
  const text = logged("json", (log) => {
    log.info({ authorization: canary, webhook_id: canary, key: canary }, "top");
    log.info(
      {
        req: { headers: { authorization: canary } },
        device: { access_token: canary },
      },
      "deep",
    );
  });
  expect(text).toContain("[secret]");
  expect(text).not.toContain(canary);
});

test("the code of an error is none", () => {
  const failed = Object.assign(new Error("refused"), { code: "ECONNREFUSED", token: "canary" });
  const line = logged("json", (log) => log.error({ err: failed, code: "canary" }, "failed"));
  expect(JSON.parse(line)).toMatchObject({ code: "[secret]", err: { code: "ECONNREFUSED" } });
  expect(line).not.toContain("canary");
});

/** An output whose reader takes nothing until it is told to. */
function hangingOutput() {
  const waiting: (() => void)[] = [];
  let text = "";
  let hangs = true;
  const out = new Writable({
    decodeStrings: false,
    write(line: string, _encoding, taken) {
      text += line;
      if (hangs) waiting.push(taken);
      else taken();
    },
  });
  const reads = () => {
    hangs = false;
    for (const taken of waiting) taken();
  };
  return { out, reads, text: () => text };
}

test("lines for a reader that hangs wait, but not without end, and it is told how many are missing", async () => {
  const { out, reads, text } = hangingOutput();
  const log = makeLog({ logLevel: "info", logFormat: "json" }, out, false);
  const line = "x".repeat(1000);
  for (let n = 0; n < 3000; n++) log.info({ n }, line);
  expect(out.writableLength).toBeLessThan(1.1 * 1024 * 1024);
  reads();
  await expect.poll(() => text()).toContain("of the log dropped");
  const lines = text().trimEnd().split("\n");
  const { level, lines: missing } = JSON.parse(lines.at(-1)!) as { level: string; lines: number };
  expect([level, missing]).toEqual(["warn", 3000 - (lines.length - 1)]);
  log.info("goes on");
  expect(text()).toMatch(/"goes on"\}\n$/);
});

test("the end waits for a reader that is slow, and not for one that hangs", async () => {
  const { out, reads } = hangingOutput();
  out.write("x");
  expect(await written(out)).toBe(false);
  reads();
  expect(await written(out)).toBe(true);
});
