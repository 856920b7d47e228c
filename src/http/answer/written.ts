import { Readable } from "node:stream";
import { nextTurn } from "../turns.ts";

/** An answer that is JSON text already, at once or in parts. */
export class Written<Form> {
  declare readonly form: Form;
  readonly text: string | Readable;

  constructor(text: string | Readable) {
    this.text = text;
  }
}

/** Characters of a part: a millisecond of writing. */
const inPart = 256 * 1024;

/** An answer whose lists may be long: a report of a year has 30 MB of days. Others have their turn between its parts. */
export const writtenInTurns = <Form extends object>(answer: Form): Written<Form> =>
  new Written(Readable.from(partsOf(answer)));

async function* partsOf(answer: object): AsyncGenerator<string> {
  let text = "";
  let before = "{";
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    text += `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (!Array.isArray(value)) {
      text += JSON.stringify(value);
      continue;
    }
    text += "[";
    for (const [i, item] of value.entries()) {
      text += (i === 0 ? "" : ",") + JSON.stringify(item);
      if (text.length < inPart) continue;
      yield text;
      text = "";
      await nextTurn();
    }
    text += "]";
  }
  yield `${text}}`;
}
