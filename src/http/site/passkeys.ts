/** Verifies passkeys (WebAuthn) with the library, which is loaded when the first one is used. */
import { issuedAt, passkeyHost, type ChallengePurpose } from "../../core/access/passkey.ts";
import type { Instant, Passkey } from "../../core/model/model.ts";
import type { Deps } from "../deps.ts";

type Relying = Pick<Deps, "siteUrl" | "clock" | "challengeSecret">;

/** The new passkey in the answer of a browser, as JSON; null: it is not one for this service. */
export async function registered(
  site: Relying,
  answer: string,
): Promise<Pick<Passkey, "credential_id" | "public_key" | "counter"> | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: sameOrigin(JSON.parse(answer)),
      ...expected(site, "register", () => {}),
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const public_key = Buffer.from(publicKey).toString("base64url");
    return { credential_id: id, public_key, counter };
  } catch {
    // Not JSON, another site, an old challenge, an unknown algorithm: the browser tries again.
    return null;
  }
}

/** The signed sign-in in the answer of a browser, as JSON; null: it is not of that passkey, or of none. */
export async function asserted(
  site: Relying,
  purpose: ChallengePurpose,
  answer: string,
  passkeyOf: (credential_id: string) => Promise<Passkey | null>,
): Promise<{ credential_id: string; counter: number; issued_at: Instant } | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  let issued_at = 0;
  try {
    const response = sameOrigin(JSON.parse(answer));
    const passkey = await passkeyOf(String(response.id));
    if (!passkey) return null;
    const { credential_id, public_key, counter } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...expected(site, purpose, (at) => (issued_at = at)),
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
        counter,
      },
    });
    return verified ? { credential_id, counter: authenticationInfo.newCounter, issued_at } : null;
  } catch {
    return null;
  }
}

/** The answer of a browser; throws when a page of another site asked for it, in a frame around ours. */
function sameOrigin<T extends { response: { clientDataJSON: string } }>(answer: T): T {
  const client = JSON.parse(Buffer.from(answer.response.clientDataJSON, "base64url").toString());
  if (client.crossOrigin === true) throw new Error("cross-origin");
  return answer;
}

/** A challenge of ours that is not too old, from a page of ours, with a finger, a face or a PIN. */
function expected(
  { siteUrl, clock, challengeSecret }: Relying,
  purpose: ChallengePurpose,
  issued: (at: Instant) => void,
): {
  expectedChallenge: (challenge: string) => boolean;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: true;
} {
  return {
    expectedChallenge: (challenge) => {
      const at = issuedAt(challengeSecret(), purpose, challenge, clock.now());
      if (at !== null) issued(at);
      return at !== null;
    },
    expectedOrigin: URL.parse(siteUrl())?.origin ?? "",
    expectedRPID: passkeyHost(siteUrl()) ?? "",
    requireUserVerification: true,
  };
}
