/** A connection to the server that takes writes, of the servers that a database URL names. */
import { isIP, Socket, type LookupFunction } from "node:net";
import { Client, type ClientConfig } from "pg";
import { isFull } from "./failure.ts";
import type { Hosts } from "./hosts.ts";

/**
 * The class of clients that connect to `hosts`; each has one try, at the server that is next. `lookup`: absent: the system's,
 * which waits for a dead name server in one of the few threads that all of the process share.
 */
export const clientTo = (hosts: Hosts, lookup?: LookupFunction) =>
  class ServerClient extends Client {
    readonly url: string;

    constructor(config: ClientConfig = {}) {
      const url = hosts.current();
      const stream = lookup && { stream: () => new NamedSocket(lookup) };
      super({ ...config, ...stream, connectionString: url });
      this.url = url;
    }

    override connect(): Promise<Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, c: Client) => void)): void;
    override connect(callback?: (error: any, c: Client) => void): Promise<Client> | void {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error: unknown) => callback(error, this),
      );
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect();
        if (hosts.count > 1) await this.#mustTakeWrites();
        return this;
      } catch (error) {
        if (!isFull(error)) hosts.failed(this.url);
        throw error;
      }
    }

    async #mustTakeWrites(): Promise<void> {
      const { rows } = await this.query<{ transaction_read_only: string }>(
        "show transaction_read_only",
      );
      if (rows[0]?.transaction_read_only === "off") return;
      this.end().catch(() => {});
      throw new Error(`the connection to ${this.host}:${this.port} is to a server that only reads`);
    }
  };

/** A socket that the library connects, which names a host or the path of a local one. */
class NamedSocket extends Socket {
  readonly #lookup: LookupFunction;

  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }

  override connect(where: any, host?: any): this {
    if (typeof host !== "string" || isIP(host) !== 0) return super.connect(where, host);
    return super.connect({ port: where, host, lookup: this.#lookup });
  }
}
