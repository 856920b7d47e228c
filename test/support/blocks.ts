/** Blocks of code in Markdown, as forges and the guides' own pages read them. */

export interface Block {
  /** `sh`, `yaml`, `text`, … */
  language: string;
  /** What the fence says behind the language, `sh exit="2"`: no reader sees it. */
  attributes: Record<string, string>;
  /** Without the indentation of a list around it. */
  text: string;
  /** Of the fence, from 1. */
  line: number;
}

/** The first line of a block: indentation, language, attributes. */
export const fence = /^( *)```(\w+)((?: [\w-]+="[^"`]*")*)$/;

/** All blocks, or those of one language, in their order. */
export function blocksOf(markdown: string, language?: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: string }) | null = null;
  for (const [n, line] of markdown.split("\n").entries()) {
    if (open !== null && line === `${open.indent}\`\`\``) {
      const { indent: _, ...block } = open;
      if (language === undefined || block.language === language) blocks.push(block);
      open = null;
    } else if (open !== null) open.text += `${line.slice(open.indent.length)}\n`;
    else {
      const begun: RegExpExecArray | null = fence.exec(line);
      if (begun === null) continue;
      const [, indent = "", name = "", attributes = ""] = begun;
      open = {
        language: name,
        attributes: Object.fromEntries(
          attributes.matchAll(/([\w-]+)="([^"]*)"/g).map(([, key, value]) => [key!, value!]),
        ),
        text: "",
        line: n + 1,
        indent,
      };
    }
  }
  return blocks;
}
