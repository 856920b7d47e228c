import type { Readable } from "node:stream";

/** An answer that is JSON text already, at once or in parts. */
export class Written<Form> {
  declare readonly form: Form;
  readonly text: string | Readable;

  constructor(text: string | Readable) {
    this.text = text;
  }
}
