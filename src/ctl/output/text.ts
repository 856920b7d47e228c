/** Makes text from elsewhere safe for a terminal: it cannot move the cursor or start a line. */
export function oneLine(text: string): string {
  return (
    text
      .replace(/(?<!\s)[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029]\s*/g, " ")
      // Control characters, C1 codes and the marks that turn the direction of text around.
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
  );
}

/** The same for text of several lines: they stay lines. */
export function visible(text: string): string {
  return text.split(/\r?\n/).map(oneLine).join("\n");
}
