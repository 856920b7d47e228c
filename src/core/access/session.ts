/** Sessions of browsers that are signed in. */

/** Names a session where its hash is not to be shown. */
export const sessionId = (hash: string): string => hash.slice(0, 16);
