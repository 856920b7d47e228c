/** Names browser sessions in public. */

/** Names a session where its hash is not to be shown. */
export const sessionId = (hash: string): string => hash.slice(0, 16);
