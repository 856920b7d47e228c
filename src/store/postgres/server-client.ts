/** A connection to the server that takes writes, of the servers that a database URL names. */
import { Client, type ClientConfig } from "pg";
import { isFull } from "./failure.ts";
import type { Hosts } from "./hosts.ts";

/** The class of clients that connect to `hosts`; each has one try, at the server that is next. */
export const clientTo = (hosts: Hosts) =>
  class ServerClient extends Client {
    readonly url: string;

    constructor(config: ClientConfig = {}) {
      const url = hosts.current();
      super({ ...config, connectionString: url });
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
