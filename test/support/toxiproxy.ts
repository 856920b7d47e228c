/** toxiproxy: a TCP proxy of another project, whose connections are slow, cut into pieces, or broken on demand. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./free-port.ts";
import { listens } from "./proxies.ts";

/** Whether this machine has it (`go install github.com/Shopify/toxiproxy/v2/cmd/server`, as `toxiproxy-server`). */
export const hasToxiproxy = !spawnSync("toxiproxy-server", ["-version"]).error;

export interface Toxic {
  type: "latency" | "bandwidth" | "slow_close" | "timeout" | "reset_peer" | "slicer" | "limit_data";
  attributes: Record<string, number>;
  /** From the server to us, unless said otherwise. */
  stream?: "upstream" | "downstream";
}

/** One of each kind: times in ms, but for the delay of a slicer in µs; sizes in bytes, and a bandwidth in KB/s. */
export const toxics: Toxic[] = [
  { type: "latency", attributes: { latency: 300, jitter: 100 } },
  { type: "bandwidth", attributes: { rate: 2 } },
  { type: "slow_close", attributes: { delay: 300 } },
  { type: "timeout", attributes: { timeout: 200 } },
  { type: "timeout", attributes: { timeout: 200 }, stream: "upstream" },
  { type: "reset_peer", attributes: { timeout: 20 } },
  { type: "slicer", attributes: { average_size: 16, size_variation: 8, delay: 50 } },
  { type: "limit_data", attributes: { bytes: 60 } },
  { type: "limit_data", attributes: { bytes: 60 }, stream: "upstream" },
];

export const nameOf = ({ type, stream = "downstream" }: Toxic) => `${type} ${stream}`;

export interface Toxiproxy {
  /** The same address through the proxy. */
  through(url: string): Promise<string>;
  /** From now on all connections are so, those that are open too. */
  add(toxic: Toxic): Promise<void>;
  /** Takes all of them away. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

export async function startToxiproxy(): Promise<Toxiproxy> {
  const port = String(await freePort());
  const child = spawn("toxiproxy-server", ["-port", port], { stdio: "ignore" });
  const ended = once(child, "exit");
  await listens(port, child);
  const proxies: string[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json().catch(() => ({}))) as { listen: string };
  };
  return {
    async through(text) {
      const url = new URL(text);
      const name = `proxy-${proxies.length}`;
      const upstream = `${url.hostname}:${url.port}`;
      const { listen } = await ask("POST", "/proxies", { name, upstream, listen: "127.0.0.1:0" });
      proxies.push(name);
      url.host = listen;
      return url.href;
    },
    async add({ type, attributes, stream = "downstream" }) {
      for (const name of proxies)
        await ask("POST", `/proxies/${name}/toxics`, { type, stream, attributes });
    },
    heal: async () => void (await ask("POST", "/reset")),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
