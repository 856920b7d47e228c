import { expect, test } from "vitest";
import { dnsCheck } from "../../../src/core/health/dns-check.ts";
import type { RecordType } from "../../../src/core/health/endpoint.ts";

const statusOf = (type: RecordType, answer: string, expected: string) =>
  dnsCheck({ url: "dns:///shop.example.com", dns_answers: [expected] }, type, [answer]).result
    .status;

test.each<[RecordType, answer: string, expected: string]>([
  ["MX", "10 mail.example.com", "10 Mail.example.com."],
  ["MX", "10 mail.example.com", "10  mail.example.com"],
  ["MX", "10 mail.example.com", "mail.example.com."],
  ["CAA", "0 issue letsencrypt.org", '0 issue "letsencrypt.org"'],
  ["TXT", "v=spf1 -all", '"v=spf1 -all"'],
  ["TXT", "v=DKIM1; p=AAAA", '"v=DKIM1; p=A" "AAA"'],
  ["TXT", 'a "b" \\', '"a \\"b\\" \\\\"'],
  ["AAAA", "2001:db8::1", "2001:DB8:0:0:0:0:0:1"],
])("%s %s is meant by %s", (type, answer, expected) => {
  expect(statusOf(type, answer, expected)).toBe("ok");
});

test.each<[RecordType, answer: string, expected: string]>([
  ["MX", "10 mail.example.com", "20 mail.example.com"],
  ["SRV", "1 2 443 a.example.com", "a.example.com"],
  ["TXT", "v=spf1 -all", "V=SPF1 -all"],
  ["TXT", "v=spf1  -all", "v=spf1 -all"],
  ["TXT", "v=spf1", '"v=spf1'],
])("%s %s is not meant by %s", (type, answer, expected) => {
  expect(statusOf(type, answer, expected)).toBe("failed");
});
