/** A server for each odd answer. */
import { answering, asked, bytesOf } from "../support/probing.ts";
import { answers, redirecting } from "./odd-answers.ts";
import type { Servers } from "./servers.ts";

export const odd: Servers = Object.fromEntries(
  [
    ...Object.entries(answers).map(([name, bytes]) => [name, answering(bytes)] as const),
    ...Object.entries(redirecting).map(([name, by]) => [`redirects ${name}`, asked(by)] as const),
  ].map(([name, onConnection]) => [
    name,
    async () => {
      const { address } = await bytesOf(onConnection);
      return { url: `http://${address}/`, expect: "http" } as const;
    },
  ]),
);
