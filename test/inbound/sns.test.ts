/** The addresses in an envelope of Amazon SNS that are requested, and those that never are. */
import { expect, test } from "vitest";
import { certificateUrl, confirmationUrl } from "../../src/inbound/sns/signature.ts";

const host = "https://sns.eu-central-1.amazonaws.com";
const certificateOf = (SigningCertURL: unknown) => certificateUrl({ SigningCertURL } as never);
const confirmationOf = (SubscribeURL: unknown) =>
  confirmationUrl({ Type: "SubscriptionConfirmation", SubscribeURL } as never);

test("an address of SNS is requested", () => {
  expect(certificateOf(`${host}/cert.pem`)?.href).toBe(`${host}/cert.pem`);
  const url = `${host}/?Action=ConfirmSubscription&Token=1`;
  expect(confirmationOf(url)?.href).toBe(url);
});

test.each([[null], [undefined], [7], [true], [{}], [[]], [""], ["x".repeat(3_000)]])(
  "what is no address is none: %s",
  (sent) => {
    expect(certificateOf(sent)).toBeNull();
    expect(confirmationOf(sent)).toBeNull();
  },
);

test("an address longer than any of SNS is none", () => {
  expect(certificateOf(`${host}/${"c".repeat(1_900)}.pem`)).not.toBeNull();
  expect(certificateOf(`${host}/${"c".repeat(2_100)}.pem`)).toBeNull();
});
