/**
 * Replaces Node's web classes with the few members that ky uses. The first use of Node's `Request` loads
 * its whole fetch implementation, with HTTP/2 and caches: a third of the time of a short command.
 * Requests go through `client/exchange`, which needs none of it. Bodies are text, never streams.
 */

type Init = Iterable<[string, string]> | Record<string, string>;

/** Names in small letters, each with one value; values of the same name are joined. */
class PlainHeaders {
  readonly #values = new Map<string, string>();
  constructor(init: Init = []) {
    const pairs = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value));
  }
  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }
  entries(): MapIterator<[string, string]> {
    return this.#values.entries();
  }
  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }
}

interface RequestFields {
  method?: string;
  headers?: Init;
  body?: string | null;
  signal?: AbortSignal;
}

class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: PlainHeaders;
  readonly signal: AbortSignal;
  /** The body cannot be read piece by piece. */
  readonly body = null;
  readonly #text: string;
  constructor(input: string | URL | PlainRequest, init: RequestFields = {}) {
    const from = input instanceof PlainRequest ? input : null;
    this.url = input instanceof PlainRequest ? input.url : new URL(input).href;
    this.method = init.method ?? from?.method ?? "GET";
    this.headers = new PlainHeaders(init.headers ?? from?.headers);
    this.signal = init.signal ?? from?.signal ?? new AbortController().signal;
    this.#text = init.body ?? (from ? from.#text : "");
  }
  clone(): PlainRequest {
    return new PlainRequest(this);
  }
  async text(): Promise<string> {
    return this.#text;
  }
}

class PlainResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: PlainHeaders;
  readonly statusText = "";
  readonly type = "default";
  readonly url = "";
  readonly body = null;
  readonly #text: string;
  constructor(
    text: string | null,
    { status = 200, headers }: { status?: number; headers?: Init } = {},
  ) {
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.headers = new PlainHeaders(headers);
    this.#text = text ?? "";
  }
  clone(): PlainResponse {
    const { status, headers } = this;
    return new PlainResponse(this.#text, { status, headers });
  }
  async text(): Promise<string> {
    return this.#text;
  }
}

const plain = {
  Headers: PlainHeaders,
  Request: PlainRequest,
  Response: PlainResponse,
  // ky only asks whether a body is one.
  FormData: undefined,
};

/** For a process of one command: before the first request, and for good. */
export function usePlainWeb(): void {
  // Not defined as properties: that asks for Node's own first.
  Object.assign(globalThis, plain);
}
