import { describe, expect, test } from "vitest";
import { parseGuide } from "../../src/core/guide/guide.ts";
import { searchGuides } from "../../src/core/guide/search.ts";
import { foundPage, guidePage, guidesPage } from "../../src/dashboard/pages/guide.ts";
import { markdownHtml } from "../../src/dashboard/guide/markdown.ts";

const around = { base: "/at", version: "1.2.3" };
const guide = (name: string, body: string, order: number) =>
  parseGuide(
    name,
    `---\ntitle: About ${name}\nquestion: What is ${name}?\nfor: all\ngroup: Start\norder: ${order}\n---\n${body}`,
  );
const guides = [
  guide("one", "See [two](two.md#more).\n\n## First steps\n\nText.", 11),
  guide("two", "Hello.\n\n## More\n\nOther text.", 12),
];

describe("markdown", () => {
  const of = (text: string) => markdownHtml(text, "/at").text;

  test("shows raw HTML and unsafe links as text", () => {
    expect(of('<script>alert(1)</script>\n\n<img src="x">')).not.toMatch(/<script|<img/);
    expect(of("[x](javascript:alert(1))")).toBe("<p>x</p>\n");
    expect(of("a <b>bold</b> word")).toBe("<p>a &lt;b&gt;bold&lt;/b&gt; word</p>\n");
  });

  test("leads to other guides below the base, and to no file that is not served", () => {
    expect(
      of("[a](two.md#more) [b](#here) [c](../../examples/x.md) [d](https://e.example/?a&b)"),
    ).toBe(
      '<p><a href="/at/guide/two#more">a</a> <a href="#here">b</a> c <a href="https://e.example/?a&amp;b">d</a></p>\n',
    );
  });

  test("has tables that scroll by themselves, pictures below the base, and code as it is", () => {
    expect(of("| a | b |\n| - | - |\n| `1` | <i> |")).toMatch(
      /<div class="scroll".*<td><code>1<\/code><\/td><td>&lt;i&gt;<\/td>/s,
    );
    expect(of('![Two "pages"](images/a.png)')).toContain(
      '<img src="/at/guide/images/a.png" alt="Two &quot;pages&quot;" loading="lazy">',
    );
    expect(of("```sh\na < b\n```")).toBe('<pre tabindex="0"><code>a &lt; b</code></pre>\n');
    expect(of("<!-- generated:options -->\n\ntext\n\n<!-- end -->")).toBe("<p>text</p>\n");
  });
});

test("a guide has its contents, its anchors and its neighbours", () => {
  const text = guidePage(around, guides[0]!, guides);
  expect(text).toContain('<a href="#first-steps">First steps</a>');
  expect(text).toContain('<h2 id="first-steps">First steps</h2>');
  expect(text).toContain('<a href="/at/guide/two">Next: About two</a>');
  expect(text).not.toContain("Previous:");
  expect(text).toContain("<code>monitorctl guide one</code>");
  expect(text).toContain("monitord 1.2.3");
});

test("the list has each guide with its question", () => {
  const text = guidesPage(around, guides);
  expect(text).toContain('<a href="/at/guide/one">About one</a>');
  expect(text).toContain("What is two?");
});

test("a search leads to the part, and says when there is none", () => {
  expect(foundPage(around, "other", searchGuides(guides, "other"))).toContain(
    'href="/at/guide/two#more"',
  );
  const nothing = foundPage(around, "<b>", searchGuides(guides, "<b>"));
  expect(nothing).toContain("No guide has all of these words");
  expect(nothing).not.toContain("<b>");
});
