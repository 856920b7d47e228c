/**
 * The promises of ntfy's documentation (docs.ntfy.sh), section by section, asked of the server itself. Our own
 * fake has to keep all of it; a real server can be older, or be set up with less.
 */
import { randomBytes } from "node:crypto";
import { ask, listen, poll, type Form, type Server } from "./subscriber.ts";

interface Promised {
  /** The section, below `https://docs.ntfy.sh/`. */
  section: string;
  says: string;
  /** Whether it is so. */
  holds: (server: Asked) => Promise<boolean>;
}

interface Asked extends Server {
  topic: string;
  /** Publishes to the topic, or as JSON; its status, and ntfy's own code of an error. */
  publish: (
    body: string | object,
    headers?: Record<string, string>,
    more?: string,
  ) => Promise<Said>;
  /** The last message, as a subscriber gets it. */
  last: () => Promise<Record<string, unknown>>;
}

interface Said {
  status: number;
  code: number;
  id: string;
  sequence_id?: string;
}

const refused = ({ status, code }: Said, wanted: number) => status === 400 && code === wanted;
const taken = ({ status, id }: Said) => status === 200 && typeof id === "string" && id !== "";

const heardBy = (form: Form) => async (server: Asked) => {
  const ear = await listen(server, server.topic, form);
  await server.publish("heard 👂");
  const came = await ear.hears(1);
  ear.close();
  return came && ear.heard[0]!.message === "heard 👂";
};

export const promises: Promised[] = [
  {
    section: "config/#health-checks",
    says: "GET /v1/health answers whether the server is well",
    holds: async (server) => {
      const answer = await ask(server, "/v1/health");
      return answer.ok && ((await answer.json()) as { healthy: boolean }).healthy;
    },
  },
  {
    section: "publish/#picking-a-topic",
    says: "a topic has up to 64 letters, digits, _ and -",
    holds: async ({ publish }) =>
      refused(await publish({ topic: "a".repeat(65) }), 40009) &&
      refused(await publish({ topic: "a b" }), 40009),
  },
  {
    section: "publish/#publish-as-json",
    says: "the fields of a JSON body arrive as they are",
    holds: async ({ topic, publish, last }) => {
      const sent = {
        title: "Läden 😀 zu",
        message: "one\ntwo",
        tags: ["warning", "mailsrv13"],
        priority: 4,
        click: "https://example.com/?a=1&b=2",
      };
      const got = taken(await publish({ topic, ...sent })) ? await last() : {};
      return Object.entries(sent).every(([name, value]) => String(got[name]) === String(value));
    },
  },
  {
    section: "publish/#publish-as-json",
    says: "a body that is no JSON is refused",
    holds: async ({ publish }) => (await publish("{", {}, "root")).status === 400,
  },
  {
    section: "publish/#message-title",
    says: "a title has aliases, and may be UTF-8 or RFC 2047",
    holds: async ({ publish, last }) => {
      for (const [name, text, shown] of [
        ["t", "plain", "plain"],
        ["Title", Buffer.from("Äpfel").toString("latin1"), "Äpfel"],
        ["X-Title", "=?UTF-8?B?w4RwZmVs?=", "Äpfel"],
        ["ti", "=?UTF-8?Q?=C3=84pfel?=", "Äpfel"],
      ] as const) {
        await publish("text", { [name]: text });
        if ((await last())["title"] !== shown) return false;
      }
      return true;
    },
  },
  {
    section: "publish/#message-priority",
    says: "a priority is 1 to 5 or a name, and nothing else",
    holds: async ({ publish, last }) => {
      await publish("text", { Priority: "urgent" });
      return (await last())["priority"] === 5 && refused(await publish("text", { p: "9" }), 40007);
    },
  },
  {
    section: "publish/#tags-emojis",
    says: "tags are separated by commas",
    holds: async ({ publish, last }) => {
      await publish("text", { ta: "warning,skull" });
      return String((await last())["tags"]) === "warning,skull";
    },
  },
  {
    section: "publish/#using-a-header",
    says: "actions have a short format",
    holds: async ({ publish, last }) => {
      await publish("text", {
        Actions: "view, Open, https://example.com/; http, Do, https://example.com/do, method=PUT",
      });
      const [view, http] = ((await last())["actions"] ?? []) as Record<string, string>[];
      return view?.["label"] === "Open" && http?.["method"] === "PUT";
    },
  },
  {
    section: "publish/#action-buttons",
    says: "a message has up to three actions, each with a label",
    holds: async ({ topic, publish }) => {
      const action = { action: "http", label: "Do", url: "https://example.com/" };
      const many = (count: number) => publish({ topic, actions: Array(count).fill(action) });
      return (
        taken(await many(3)) &&
        refused(await many(4), 40018) &&
        refused(await publish({ topic, actions: [{ ...action, label: "" }] }), 40018)
      );
    },
  },
  {
    section: "publish/#scheduled-delivery",
    says: "a message can be delayed by 10 seconds to 3 days",
    holds: async ({ publish }) =>
      refused(await publish("text", { In: "5s" }), 40005) &&
      refused(await publish("text", { Delay: "4 days" }), 40006) &&
      refused(await publish("text", { At: "?" }), 40004),
  },
  {
    section: "subscribe/api/#fetch-scheduled-messages",
    says: "a message of later is among the scheduled ones alone",
    holds: async (server) => {
      await server.publish("later", { In: "2h" });
      const now = await poll(server, server.topic);
      const all = await poll(server, server.topic, "since=all&scheduled=1");
      return now.length === 0 && all.length === 1 && all[0]!.time > Date.now() / 1000 + 3600;
    },
  },
  {
    section: "publish/#updating-notifications",
    says: "a message with a sequence id replaces the one before",
    holds: async ({ topic, publish, last }) => {
      await publish({ topic, message: "JSON", sequence_id: "seq-1" });
      if ((await last())["sequence_id"] !== "seq-1") return false;
      await publish("header", { "X-Sequence-ID": "seq-2" });
      if ((await last())["sequence_id"] !== "seq-2") return false;
      await publish("path", {}, "/seq-3");
      return (await last())["sequence_id"] === "seq-3";
    },
  },
  {
    section: "publish/#updating-notifications",
    says: "a sequence id has the characters of a topic, and the message is refused otherwise",
    holds: async ({ topic, publish }) =>
      refused(await publish({ topic, sequence_id: "a/b" }), 40049) &&
      refused(await publish({ topic, sequence_id: "a".repeat(65) }), 40049),
  },
  {
    section: "publish/#limitations",
    says: "a message has up to 4,096 bytes, and longer ones are files",
    holds: async ({ topic, publish, last }) => {
      await publish({ topic, message: "é".repeat(2048) });
      if ((await last())["message"] !== "é".repeat(2048)) return false;
      const long = await publish({ topic, message: "é".repeat(2049) });
      return taken(long) && "attachment" in (await last());
    },
  },
  {
    section: "publish/#limitations",
    says: "a title has up to 1 KB, and the tags 512 bytes",
    holds: async ({ topic, publish }) =>
      (await publish({ topic, title: "a".repeat(1025) })).status === 400 &&
      (await publish({ topic, tags: ["a".repeat(513)] })).status === 400,
  },
  {
    section: "publish/#attach-file-from-a-url",
    says: "a message can point to a file",
    holds: async ({ publish, last }) => {
      await publish("", { Attach: "https://example.com/flower.jpg" });
      const { attachment } = (await last()) as { attachment?: { url: string } };
      return (
        attachment?.url === "https://example.com/flower.jpg" &&
        refused(await publish("", { Attach: "flower.jpg" }), 40013)
      );
    },
  },
  {
    section: "publish/#message-caching",
    says: "a message can stay out of the cache, but not one of later",
    holds: async (server) => {
      const one = await server.publish("gone", { Cache: "no" });
      return (
        taken(one) &&
        (await poll(server, server.topic)).length === 0 &&
        refused(await server.publish("text", { Cache: "no", In: "1h" }), 40002)
      );
    },
  },
  {
    section: "publish/#authentication",
    says: "a wrong access token is refused",
    holds: async ({ publish }) => {
      const { status, code } = await publish("text", { Authorization: "Bearer tk_wrong" });
      return status === 401 && code === 40101;
    },
  },
  {
    section: "subscribe/api/#json-message-format",
    says: "a message has an id, a time, an end in the cache, an event and its topic",
    holds: async ({ topic, publish, last }) => {
      const { id } = await publish("");
      const got = await last();
      const [time, expires] = [Number(got["time"]), Number(got["expires"])];
      return (
        got["id"] === id &&
        got["topic"] === topic &&
        got["message"] === "triggered" &&
        Math.abs(time - Date.now() / 1000) < 300 &&
        expires > time
      );
    },
  },
  {
    section: "subscribe/api/#subscribe-as-json-stream",
    says: "messages come as lines of JSON",
    holds: heardBy("json"),
  },
  {
    section: "subscribe/api/#subscribe-as-sse-stream",
    says: "messages come as server-sent events",
    holds: heardBy("sse"),
  },
  {
    section: "subscribe/api/#websockets",
    says: "messages come by WebSocket",
    holds: heardBy("ws"),
  },
  {
    section: "subscribe/api/#subscribe-as-raw-stream",
    says: "messages come as their text alone",
    holds: async (server) => {
      await server.publish("text alone");
      const answer = await ask(server, `/${server.topic}/raw?poll=1`);
      return (await answer.text()).trim() === "text alone";
    },
  },
  {
    section: "subscribe/api/#fetch-cached-messages",
    says: "since an id, a time, for so long, the latest, or all",
    holds: async (server) => {
      const { topic, publish } = server;
      const first = await publish("1");
      await publish("2");
      await publish("3");
      const since = async (text: string) =>
        (await poll(server, topic, `since=${text}`)).map(({ message }) => message).join("");
      return (
        (await since("all")) === "123" &&
        (await since(first.id)) === "23" &&
        (await since("latest")) === "3" &&
        (await since("10m")) === "123" &&
        (await since(String(Math.floor(Date.now() / 1000) + 60))) === "" &&
        (await ask(server, `/${topic}/json?poll=1&since=?`)).status === 400
      );
    },
  },
  {
    section: "subscribe/api/#filter-messages",
    says: "by priority and tags",
    holds: async (server) => {
      await server.publish("low", { Priority: "1", Tags: "a,b" });
      await server.publish("high", { Priority: "5", Tags: "b" });
      const by = async (query: string) =>
        (await poll(server, server.topic, `since=all&${query}`)).map(({ message }) => message);
      return (
        String(await by("priority=high,urgent,5")) === "high" &&
        String(await by("tags=a,b")) === "low"
      );
    },
  },
  {
    section: "subscribe/api/#subscribe-to-multiple-topics",
    says: "several topics in one request",
    holds: async (server) => {
      await server.publish("text");
      const some = await poll(server, `${newTopic()},${server.topic}`);
      return some.length === 1 && some[0]!.topic === server.topic;
    },
  },
];

/** A topic that nobody guesses, which counts as a password. */
export const newTopic = () => `evening-${randomBytes(8).toString("hex")}`;

/** The promises that the server does not keep, as sentences. */
export async function unkept(server: Server): Promise<string[]> {
  const missing: string[] = [];
  for (const { section, says, holds } of promises) {
    const topic = newTopic();
    const publish: Asked["publish"] = async (body, headers = {}, more = "") => {
      const asJson = typeof body === "object";
      const answer = await ask(server, asJson || more === "root" ? "/" : `/${topic}${more}`, {
        method: "POST",
        body: asJson ? JSON.stringify(body) : body,
        headers,
      });
      const said = (await answer.json().catch(() => ({}))) as Partial<Said>;
      return { code: 0, id: "", ...said, status: answer.status };
    };
    const last = async () => ((await poll(server, topic)).at(-1) ?? {}) as Record<string, unknown>;
    const kept = await holds({ ...server, topic, publish, last }).catch(() => false);
    if (!kept) missing.push(`${says} (${section})`);
  }
  return missing;
}
