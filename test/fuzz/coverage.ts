/**
 * Which blocks of the sources have run: V8's precise coverage of this thread. To ask for it takes some milliseconds, so that
 * one answer is for many inputs.
 */
import { Session, type Profiler } from "node:inspector";

/** The parts of a function that did not run, by its place. */
export type Taken = ReadonlyMap<string, readonly Span[]>;
type Span = readonly [from: number, to: number];

const isOurs = (url: string) => url.includes("/src/") && !url.includes("/node_modules/");

export class Coverage {
  readonly #session = new Session();
  /** The parts of each function that has run which never did. */
  readonly #missing = new Map<string, readonly Span[]>();

  constructor() {
    this.#session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** What has run since it was last asked. */
  take(): Taken {
    const taken = new Map<string, readonly Span[]>();
    const { result } = this.#post(
      "Profiler.takePreciseCoverage",
    ) as Profiler.TakePreciseCoverageReturnType;
    for (const { url, functions } of result) {
      if (!isOurs(url)) continue;
      for (const { ranges } of functions) {
        const [whole, ...parts] = ranges;
        if (!whole || whole.count === 0) continue;
        const spans = parts
          .filter(({ count }) => count === 0)
          .map(({ startOffset, endOffset }): Span => [startOffset, endOffset]);
        taken.set(`${url} ${whole.startOffset}`, spans);
      }
    }
    return taken;
  }

  /** Whether a part ran that never did. */
  isNew(taken: Taken): boolean {
    return taken.entries().some(([place, spans]) => {
      const missing = this.#missing.get(place);
      return !missing || sizeOf(missing) > sizeOf(both(missing, spans));
    });
  }

  learn(taken: Taken): void {
    for (const [place, spans] of taken) {
      const missing = this.#missing.get(place);
      this.#missing.set(place, missing ? both(missing, spans) : spans);
    }
  }

  end(): void {
    this.#session.disconnect();
  }

  #post(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }
}

const sizeOf = (spans: readonly Span[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** What is in both. */
const both = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap(([a, b]) =>
    others.flatMap(([c, d]): Span[] => {
      const from = Math.max(a, c);
      const to = Math.min(b, d);
      return from < to ? [[from, to]] : [];
    }),
  );
