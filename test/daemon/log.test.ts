import { expect, test } from "vitest";
import { makeLog } from "../../src/daemon/log.ts";

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
