/**
 * Verifies the signatures of Amazon SNS, and confirms subscriptions to its topics. Both ask
 * hosts of SNS alone, through the address guard, and follow no redirect.
 *
 * A confirmation makes this service send a request, so that it must be signed. An alert is taken like any other body of the
 * URL, which is a secret; it is refused only if its signature is known to be wrong. A certificate that cannot be had keeps no
 * alert back for longer than `patience`.
 */
import type { Prober } from "../../core/health/prober.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Envelope } from "../../inbound/sns/envelope.ts";
import { certificateUrl, confirmationUrl, isRight, isSigned } from "../../inbound/sns/signature.ts";
import { Problem } from "../answer/problem.ts";

/** Seconds that an answer of SNS may take: SNS itself waits for 15. */
const patience = { certificate: 2, confirmation: 8 };

/** How long a certificate is remembered, and one that could not be had, ms. */
const kept = { pem: 24 * 3_600_000, failure: 60_000 };
const mostCertificates = 50;

/** A certificate, or the reason why it is missing. */
type Certificate = { pem: string } | { problem: string };

export class SnsEnvelopes {
  readonly #prober: () => Prober | null;
  readonly #certificates = new Map<string, { until: Instant; answer: Promise<Certificate> }>();

  constructor(prober: () => Prober | null) {
    this.#prober = prober;
  }

  /**
   * Verifies the envelope, and confirms the subscription that it is about. Resolves with remarks for the log. Throws a problem
   * when the signature is wrong, or when the subscription could not be confirmed, so that SNS asks again.
   */
  async take(envelope: Envelope, now: Instant): Promise<string[]> {
    const doubt = await this.#doubt(envelope, now);
    if (envelope.Type !== "SubscriptionConfirmation")
      return doubt === null ? [] : [`It is not known whether Amazon SNS sent this: ${doubt}.`];
    if (doubt !== null) return [`Not confirmed: ${doubt}.`];
    const url = confirmationUrl(envelope);
    if (url === null) return ["Not confirmed: its SubscribeURL does not lead to Amazon SNS."];
    const answer = await this.#get(url, patience.confirmation);
    if (answer.status === 200) return [`The subscription of ${envelope.TopicArn} is confirmed.`];
    throw new Problem(
      "unavailable",
      `The subscription could not be confirmed: ${answer.problem ?? `Amazon SNS answered ${answer.status}`}. SNS asks again.`,
    );
  }

  /** The reason why the sender is unknown; null: SNS wrote the envelope. Throws a problem when SNS did not. */
  async #doubt(envelope: Envelope, now: Instant): Promise<string | null> {
    if (!isSigned(envelope)) return "it is not signed";
    const url = certificateUrl(envelope);
    if (url === null) return "the certificate of its signature is not one of Amazon SNS";
    const certificate = await this.#certificate(url, now);
    if ("problem" in certificate)
      return `the certificate of its signature could not be had: ${certificate.problem}`;
    const right = isRight(envelope, certificate.pem);
    if (right === false)
      throw new Problem(
        "invalid",
        "The body claims to come from Amazon SNS, but its signature is wrong.",
      );
    return right === true ? null : right;
  }

  #certificate(url: URL, now: Instant): Promise<Certificate> {
    const known = this.#certificates.get(url.href);
    if (known && known.until > now) return known.answer;
    if (this.#certificates.size >= mostCertificates) this.#certificates.clear();
    const certificate = this.#get(url, patience.certificate).then((answer): Certificate => {
      if (answer.status === 200) return { pem: answer.body };
      entry.until = now + kept.failure;
      return { problem: answer.problem ?? `Amazon SNS answered ${answer.status}` };
    });
    const entry = { until: now + kept.pem, answer: certificate };
    this.#certificates.set(url.href, entry);
    return certificate;
  }

  async #get(
    url: URL,
    seconds: number,
  ): Promise<{ status: number; body: string; problem: string | null }> {
    const prober = this.#prober();
    if (!prober) return { status: 0, body: "", problem: "the service is starting" };
    const fetched = await prober.fetch({
      url: url.href,
      request_headers: {},
      timeout_seconds: seconds,
      expect: "http",
      // Every status is the answer: a redirect is not followed.
      accepted_statuses: "100-599",
    });
    if (fetched.kind === "answer")
      return { status: fetched.http_status, body: fetched.body, problem: null };
    return {
      status: 0,
      body: "",
      problem: fetched.kind === "failure" ? fetched.reason : "no answer",
    };
  }
}
