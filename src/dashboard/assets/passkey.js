/** Forms that send the answer of a passkey: to sign in, or to add one. Hidden where the browser knows none. */
"use strict";

(() => {
  if (!window.PublicKeyCredential) return;

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
      one.charCodeAt(0),
    );
  const textOf = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");

  /** The parts of an answer that the service reads, in the form of WebAuthn's own JSON. */
  function answerOf({ id, type, rawId, response }) {
    const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];
    return JSON.stringify({
      id,
      type,
      rawId: textOf(rawId),
      clientExtensionResults: {},
      response: Object.fromEntries(
        parts.filter((part) => response[part]).map((part) => [part, textOf(response[part])]),
      ),
    });
  }

  const get = ({ challenge, host }) =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId: host,
        userVerification: "required",
      },
    });

  const create = ({ challenge, host, user, algorithms, known }) =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: host, name: "monitord" },
        user: { id: bytesOf(user.id), name: user.name, displayName: user.name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
    });

  const problems = {
    NotAllowedError: "It was canceled, or took too long.",
    InvalidStateError: "This device has a passkey for you already.",
    SecurityError: "Passkeys work at the address of monitord alone, not at another name of it.",
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const status = form.querySelector("[role=status]");
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      status.textContent = "";
      try {
        const options = await (await fetch(form.dataset.options)).json();
        if (options.prove) {
          location.assign(options.prove);
          return;
        }
        const credential = await (form.dataset.passkey === "get" ? get : create)(options);
        form.elements.answer.value = answerOf(credential);
        form.submit();
      } catch (error) {
        status.textContent = problems[error.name] ?? error.message;
      }
    });
  }
})();
