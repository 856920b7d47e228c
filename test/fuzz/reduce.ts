/** The shortest text that is found by leaving parts out while `isWrong` says that it is still wrong. */
export async function reduced(
  input: string,
  isWrong: (less: string) => Promise<boolean>,
): Promise<string> {
  let text = input;
  let left = 400;
  for (let size = Math.ceil(text.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < text.length && left > 0;) {
      const less = text.slice(0, at) + text.slice(at + size);
      left--;
      if (await isWrong(less)) text = less;
      else at += size;
    }
  return text;
}
