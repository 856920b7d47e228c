/**
 * Describes the columns of a row, a line for each: its type, whether it may be null, its value in a new row, and whether
 * an instant moves with a step of the clock. The type of the row, its table in both databases (`store/kit/tables`), the
 * instants that move (`store/kit/shifts`) and new rows follow from that. A field of a resource is a column, too. Pure.
 */
import { holdsSecret, type Field, type ValueOf } from "../../resource/field.ts";

/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

/**
 * The effect of an adopted step of the clock on an instant. `moves`: it belongs to unfinished work, whose durations
 * neither grow nor end; `store/kit/shifts` says in which rows. `stays`: a moment of history, as it was recorded.
 * `chosen`: a moment of the wall clock that a person, a cron expression or another tool chose; it stays, too. `apart`:
 * `store/records/shift` moves it in a way of its own, because it is a key or the earlier of two.
 */
type AtStep = "moves" | "stays" | "chosen" | "apart";

interface Facts {
  /** `serial` numbers the rows; `transaction`: the one that wrote the row. Both are made by the database. */
  stored: "text" | "integer" | "flag" | "json" | "serial" | "transaction";
  /** Absent: it is not an instant. */
  atStep?: AtStep;
  isNull?: boolean;
  /** Part of the primary key, in the order of the columns. */
  isKey?: boolean;
  /** Encrypted in the database. */
  isSealed?: boolean;
  /** The value in a new row; absent: each row is given one. */
  start?: unknown;
  /** The database gives the start to a row that is written without the column. */
  isDefault?: boolean;
}

/** A column with values of the type `T`; `HasStart`: a new row has one without being given it. */
export class Column<T = unknown, HasStart extends boolean = boolean> {
  /** These two are types alone. */
  declare readonly value: T;
  declare readonly hasStart: HasStart;
  readonly facts: Facts;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  /** May be null, as it is in a new row. */
  orNull(): Column<T | null, true> {
    return new Column({ ...this.facts, isNull: true, start: null });
  }

  /** Has this value in a new row. */
  startsAs(start: T): Column<T, true> {
    return new Column({ ...this.facts, start });
  }

  /** The same, and it is the default in the database. */
  defaultsTo(start: T): Column<T, true> {
    return new Column({ ...this.facts, start, isDefault: true });
  }

  key(): Column<T, HasStart> {
    return new Column({ ...this.facts, isKey: true });
  }

  sealed(): Column<T, HasStart> {
    return new Column({ ...this.facts, isSealed: true });
  }
}

export const text = <T extends string = string>() => new Column<T, false>({ stored: "text" });
/** A whole number that is not an instant. */
export const integer = <T extends number = number>() => new Column<T, false>({ stored: "integer" });
export const instant = (atStep: AtStep) =>
  new Column<Instant, false>({ stored: "integer", atStep });
export const flag = () => new Column<boolean, false>({ stored: "flag" });
/** Text in the database, where no query looks inside. */
export const json = <T>() => new Column<T, false>({ stored: "json" });
export const serial = () => new Column<number, false>({ stored: "serial" });
export const transaction = () => new Column<number, false>({ stored: "transaction" });

/** The columns of a row by their names, in the order in which the database has them. */
export type Columns = Readonly<Record<string, Column | Field>>;

/** The row that has these columns. */
export type Row<C extends Columns> = {
  -readonly [N in keyof C]: C[N] extends Column<infer T>
    ? T
    : C[N] extends Field
      ? ValueOf<C[N]>
      : never;
};

const storedAs: Record<string, Facts["stored"]> = {
  integer: "integer",
  boolean: "flag",
  array: "json",
  object: "json",
};

/** A field is stored as its schema says; one with a secret and one that is a capability are sealed as a whole. */
export function columnFacts(column: Column | Field): Facts {
  if ("facts" in column) return column.facts;
  const { schema, presence } = column;
  const { type, default: value } = schema as { type?: string; default?: unknown };
  return {
    stored: storedAs[type ?? "string"] ?? "text",
    isNull: presence === "optional",
    isSealed: holdsSecret(column),
    start: presence === "optional" ? null : value,
    isDefault: presence === "default",
  };
}

type Starting = { readonly hasStart: true } | { readonly presence: "optional" | "default" };

type Starts<C extends Columns> = { [N in keyof C as C[N] extends Starting ? N : never]: Row<C>[N] };

/** A row to insert: columns that start with a value can be left out. */
export type NewRow<C extends Columns> = Omit<Row<C>, keyof Starts<C>> & Partial<Starts<C>>;

/** The values of the columns that a new row has without being given them. */
export function startsOf<C extends Columns>(columns: C): Starts<C> {
  const starts = Object.entries(columns).flatMap(([name, column]) => {
    const { start } = columnFacts(column);
    return start === undefined ? [] : [[name, start]];
  });
  return Object.fromEntries(starts) as never;
}
