/** A sign-in that fails for another reason than a wrong password does not blame the password. */
import { expect, onTestFinished, test } from "vitest";
import { open } from "../../../src/channel/email/send.ts";
import { bytesOf } from "../../support/probing.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

/** The outcome at a server that offers `extensions`, and answers AUTH with `reply`. */
async function signingIn(extensions: string[], reply: string) {
  const offers = ["mail.example.org", ...extensions].map(
    (line, index) => `250${index === extensions.length ? " " : "-"}${line}\r\n`,
  );
  const { port } = await bytesOf((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.example.org\r\n");
    socket.on("data", (command) =>
      socket.write(command.toString().startsWith("EHLO") ? offers.join("") : `${reply}\r\n`),
    );
  });
  const login = { user: "bob", password: "secret" };
  const sender = open(
    {
      server: { host: "127.0.0.1", port, tls: "optional", checked: false, login },
      from: { name: "", address: "monitord@example.org" },
      name: "mon.example.org",
    },
    nowhere,
  );
  onTestFinished(() => sender.close());
  return sender.push(duePush({}, { kind: "email", target: "ada@example.org" }));
}

const none =
  "the mail server offers no sign-in with a user and a password (AUTH), which --smtp-url has";
const wrong = "the mail server refuses the user or the password of --smtp-url";
const later = "the mail server cannot check the user and the password of --smtp-url for now";

test.each<[extensions: string[], reply: string, detail: string]>([
  [["SIZE 1000"], "503 5.5.1 AUTH not available", `${none}: SMTP 503 5.5.1, about the protocol`],
  [["AUTH NTLM GSSAPI"], "504 Unrecognized authentication type", `${none}: SMTP 504`],
  [["AUTH XOAUTH2"], "504 Unrecognized authentication type", `${none}: SMTP 504`],
  [["AUTH XOAUTH2"], "535 5.7.8 No", `${none}: SMTP 535 5.7.8, about security or policy`],
  [["AUTH PLAIN LOGIN"], "535 5.7.8 No", `${wrong}: SMTP 535 5.7.8, about security or policy`],
  [["AUTH=LOGIN PLAIN"], "535 No", `${wrong}: SMTP 535`],
  [["AUTH PLAIN"], "454 4.7.0 Try later", `${later}: SMTP 454 4.7.0, about security or policy`],
  [["AUTH PLAIN"], "421 Too many", `${later}: SMTP 421`],
  [
    ["AUTH PLAIN"],
    "538 Encryption required",
    "the mail server asks for TLS, see --smtp-url: SMTP 538",
  ],
])("with %j and %s", async (extensions, reply, detail) => {
  expect(await signingIn(extensions, reply)).toEqual({
    kind: "retry",
    http_status: null,
    detail,
    retry_after_ms: null,
    perhaps_delivered: false,
  });
});
