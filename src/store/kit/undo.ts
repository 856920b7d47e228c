/** The error that a verb throws to roll back its writes; carries its answer. */
export class Undo extends Error {
  override readonly name = "Undo";
  readonly answer: unknown;
  constructor(answer: unknown) {
    super("a verb took back what it had written");
    this.answer = answer;
  }
}
