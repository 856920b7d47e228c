/** The text without the slashes at its end. The slash before them is looked at first: else a text of slashes takes the square of its length. */
export const withoutEndSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, "");
