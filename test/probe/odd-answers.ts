/** Answers that break the rules of HTTP, or come near it. */
import { brotliCompressSync, gzipSync } from "node:zlib";

const ok = "HTTP/1.1 200 OK\r\n";
export const two = "Content-Length: 2\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";
const zipped = gzipSync("hi ".repeat(100));
const coded = (coding: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`${ok}Content-Encoding: ${coding}\r\n\r\n`), body]);
export const many = (count: number, line: string) => line.repeat(count);

/** An answer in words → its bytes, after which the connection is closed. */
export const answers: Record<string, string | Buffer> = {
  "line ends of LF alone": "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi",
  "a missing CR": `HTTP/1.1 200 OK\r\nX-A: 1\n${two}\r\nhi`,
  "a second CR": `${ok}X-A: 1\r\r\n${two}\r\nhi`,
  "a CR in a header": `${ok}X-A: a\rb\r\n${two}\r\nhi`,
  "a control character in a cookie": `${ok}Set-Cookie: a=\x01b\r\n${two}\r\nhi`,
  "a DEL in a header": `${ok}X-A: a\x7fb\r\n${two}\r\nhi`,
  "a NUL in a header": `${ok}X-A: a\0b\r\n${two}\r\nhi`,
  "a space before the colon": `${ok}X-A : 1\r\n${two}\r\nhi`,
  "a space in the name of a header": `${ok}X A: 1\r\n${two}\r\nhi`,
  "a control character in the name of a header": `${ok}X\x01A: 1\r\n${two}\r\nhi`,
  "a header without a name": `${ok}: 1\r\n${two}\r\nhi`,
  "a header without a colon": `${ok}nonsense\r\n${two}\r\nhi`,
  "a header in UTF-8": `${ok}X-Ä: ö\r\n${two}\r\nhi`,
  "a header on two lines": `${ok}X-A: a\r\n b\r\n${two}\r\nhi`,
  "a space before the first header": `${ok} X-A: a\r\n${two}\r\nhi`,
  "Content-Length with chunks": `${ok}${two}${chunked}\r\n2\r\nhi\r\n0\r\n\r\n`,
  "another Content-Length with chunks": `${ok}Content-Length: 9\r\n${chunked}\r\n2\r\nhi\r\n0\r\n\r\n`,
  "Content-Length twice": `${ok}${two}${two}\r\nhi`,
  "two different Content-Lengths": `${ok}Content-Length: 5\r\n${two}\r\nhi`,
  "a list as Content-Length": `${ok}Content-Length: 2, 2\r\n\r\nhi`,
  "a Content-Length with a plus": `${ok}Content-Length: +2\r\n\r\nhi`,
  "a Content-Length with a unit": `${ok}Content-Length: 2 bytes\r\n\r\nhi`,
  "a negative Content-Length": `${ok}Content-Length: -2\r\n\r\nhi`,
  "a Content-Length that is no number": `${ok}Content-Length: two\r\n\r\nhi`,
  "an empty Content-Length": `${ok}Content-Length:\r\n\r\nhi`,
  "a body that is too short": `${ok}Content-Length: 9\r\n\r\nhi`,
  "a body that is too long": `${ok}${two}\r\nhi, and more`,
  "no header at all": `${ok}\r\nhi`,
  "a status line and no more": ok,
  "a head without its end": `${ok}${two}`,
  "no byte at all": "",
  "24 kB of headers": `${ok}X-A: ${many(24_000, "a")}\r\n${two}\r\nhi`,
  "60 kB of headers": `${ok}${many(10, `X-A: ${many(6000, "a")}\r\n`)}${two}\r\nhi`,
  "90 kB of headers with LF alone": `HTTP/1.1 200 OK\n${many(15, `X-A: ${many(6000, "a")}\n`)}Content-Length: 2\n\nhi`,
  "90 kB of headers": `${ok}${many(15, `X-A: ${many(6000, "a")}\r\n`)}${two}\r\nhi`,
  "Content-Encoding: none": `${ok}Content-Encoding: none\r\n${two}\r\nhi`,
  "Content-Encoding: UTF-8": `${ok}Content-Encoding: UTF-8\r\n${two}\r\nhi`,
  "Content-Encoding: aws-chunked": `${ok}Content-Encoding: aws-chunked\r\n${two}\r\nhi`,
  "gzip without its end": coded("gzip", zipped.subarray(0, -8)),
  "half of a gzip stream": coded("gzip", zipped.subarray(0, zipped.length / 2)),
  "gzip twice in the header": coded("gzip, gzip", zipped),
  "gzip that nobody asked for": coded("gzip", zipped),
  "brotli that nobody asked for": coded("br", brotliCompressSync("hi")),
  "gzip that is none": coded("gzip", Buffer.from("hi")),
  "chunks with LF alone": `${ok}${chunked}\r\n2\nhi\n0\n\n`,
  "a space behind the length of a chunk": `${ok}${chunked}\r\n2  \r\nhi\r\n0\r\n\r\n`,
  "an extension of a chunk": `${ok}${chunked}\r\n2;a="b"\r\nhi\r\n0\r\n\r\n`,
  "a trailer": `${ok}${chunked}\r\n2\r\nhi\r\n0\r\nX-A: 1\r\n\r\n`,
  "a chunk of another length": `${ok}${chunked}\r\n2\r\nhi0\r\n\r\n`,
  "chunks without an end": `${ok}${chunked}\r\n2\r\nhi\r\n`,
  "a chunk without a length": `${ok}${chunked}\r\nzz\r\nhi\r\n0\r\n\r\n`,
  "a chunk of a length beyond numbers": `${ok}${chunked}\r\n${many(20, "f")}\r\nhi\r\n`,
  "chunks twice": `${ok}${chunked}${chunked}\r\n2\r\nhi\r\n0\r\n\r\n`,
  "chunks in HTTP/1.0": `HTTP/1.0 200 OK\r\n${chunked}\r\n2\r\nhi\r\n0\r\n\r\n`,
  "Transfer-Encoding: identity": `${ok}Transfer-Encoding: identity\r\n${two}\r\nhi`,
  "a transfer coding that is none": `${ok}Transfer-Encoding: gzip\r\n\r\nhi`,
  "HTTP/1.0": `HTTP/1.0 200 OK\r\n\r\nhi`,
  "HTTP/1.2": `HTTP/1.2 200 OK\r\n${two}\r\nhi`,
  "HTTP/2 as a word": `HTTP/2 200\r\n${two}\r\nhi`,
  "HTTP/3.0 as a word": `HTTP/3.0 200 OK\r\n${two}\r\nhi`,
  "HTTP in lower case": `http/1.1 200 OK\r\n${two}\r\nhi`,
  "no HTTP at all": "<html>hi</html>",
  "an SSH server": "SSH-2.0-OpenSSH_9.2\r\n",
  "a radio of old": "ICY 200 OK\r\nContent-Type: audio/mpeg\r\n\r\nhi",
  "frames of HTTP/2": Buffer.from("000006040000000000000300000064", "hex"),
  "bytes before the answer": `junk\r\n${ok}${two}\r\nhi`,
  "no reason phrase": `HTTP/1.1 200\r\n${two}\r\nhi`,
  "two spaces before the status": `HTTP/1.1  200 OK\r\n${two}\r\nhi`,
  "a reason phrase in Latin-1": Buffer.from(`HTTP/1.1 200 Très bien\r\n${two}\r\nhi`, "latin1"),
  "a status of two digits": `HTTP/1.1 20 OK\r\n${two}\r\nhi`,
  "a status of four digits": `HTTP/1.1 2000 OK\r\n${two}\r\nhi`,
  "the status 000": `HTTP/1.1 000 OK\r\n${two}\r\nhi`,
  "the status 999": `HTTP/1.1 999 OK\r\n${two}\r\nhi`,
  "100 before the answer": `HTTP/1.1 100 Continue\r\n\r\n${ok}${two}\r\nhi`,
  "103 fifty times": `${many(50, "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n")}${ok}${two}\r\nhi`,
  "101 that nobody asked for": `HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhi`,
  "an offer of HTTP/2": `${ok}Upgrade: h2\r\nConnection: Upgrade\r\n${two}\r\nhi`,
  "204 with a body": `HTTP/1.1 204 No Content\r\n${two}\r\nhi`,
  "several Connections": `${ok}Connection: keep-alive, close\r\nConnection: x\r\n${two}\r\nhi`,
  "three thousand headers": `${ok}${many(3000, "X-A: 1\r\n")}${two}\r\nhi`,
};

/** Redirects, by the request that the server got. */
export const redirecting: Record<string, (request: string) => string> = {
  "to itself with a cookie": (request) =>
    request.includes("seen=1") ? `${ok}${two}\r\nhi` : moved("/", "Set-Cookie: seen=1; Path=/\r\n"),
  "to itself with a cookie of no path": (request) =>
    request.includes("seen=1") ? `${ok}${two}\r\nhi` : moved("/", "Set-Cookie: seen=1\r\n"),
  "to itself with a cookie of another path": (request) =>
    request.includes("seen=1")
      ? `${ok}${two}\r\nhi`
      : moved("/", "Set-Cookie: seen=1; Path=/other\r\n"),
  "ten times": (request) => counted(request, 10),
  "eleven times": (request) => counted(request, 11),
  "in a circle": () => moved("/"),
  "to nowhere": () => moved(""),
  "without a place": () => "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
  "to two places": (request) =>
    request.startsWith("GET /one ") ? `${ok}${two}\r\nhi` : moved("/one\r\nLocation: /two"),
  "to a place with spaces": (request) =>
    request.startsWith("GET /a%20b ") ? `${ok}${two}\r\nhi` : moved("/a b"),
  "to a place in UTF-8": (request) =>
    /^GET \/%C3%A4 /i.test(request) ? `${ok}${two}\r\nhi` : moved("/ä"),
  "to a place with a fragment": (request) =>
    request.startsWith("GET /a ") ? `${ok}${two}\r\nhi` : moved("/a#b"),
  "with LF alone": (request) =>
    request.startsWith("GET /a ")
      ? `${ok}${two}\r\nhi`
      : "HTTP/1.1 302 Found\nLocation: /a\nContent-Length: 0\n\n",
  "to a relative place": (request) =>
    request.startsWith("GET /a ") ? `${ok}${two}\r\nhi` : moved("a"),
  "to ftp": () => moved("ftp://127.0.0.1/"),
  "with 300": () => `HTTP/1.1 300 Choices\r\nContent-Length: 0\r\n\r\n`,
};

const moved = (to: string, more = "") =>
  `HTTP/1.1 302 Found\r\nLocation: ${to}\r\n${more}Content-Length: 0\r\n\r\n`;

function counted(request: string, most: number): string {
  const at = Number(/^GET \/(\d*)/.exec(request)?.[1] ?? 0);
  return at === most ? `${ok}${two}\r\nhi` : moved(`/${at + 1}`);
}
