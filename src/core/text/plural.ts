/** `1 error`, `2 errors`; `many` where an s does not make the plural. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}
