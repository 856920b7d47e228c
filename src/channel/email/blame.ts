/**
 * Decides whether the rejection of a mail is about that mail alone, or about monitord, so that every mail would be
 * rejected. Pure.
 *
 * Servers such as Postfix name a wrong sender, a wrong name and a blocked client only at the recipient, and others at the
 * end of the mail. Such a reply does not concern the recipient.
 */

const refusesSender = "the mail server refuses the sender, --mail-from";

/** Patterns of replies about monitord, each with words of ours. The first match counts. */
const aboutMonitord: [about: RegExp, words: string][] = [
  [
    /\b[45]\.4\.5\b|\b(sending|submission|send|daily|hourly|hour|day)[ -]?(message )?(quota|limit|rate)|SubmissionQuota|\b(messages|e?-?mails) per\b|too many (messages|e?-?mails)|rate[ -]?limit/i,
    "the mail server accepts no more mail of monitord for now",
  ],
  [
    /\b[45]\.7\.(54|64)\b|\brelay|rcpthosts/i,
    "the mail server does not relay mail of monitord, see --smtp-url",
  ],
  [
    /\b(helo|ehlo) (command|name|host|arg)|\binvalid (helo|ehlo)\b|fully-qualified/i,
    "the mail server refuses the name that monitord greets it with, see --smtp-name",
  ],
  [
    /\b[45]\.7\.(25|28|[567]\d\d)\b|\bclient (host|\[)|\bblocked using\b|spamhaus|\b(block|black)[- ]?list|\bRBL\b|DNSBL|\b(from|your) IP\b|\bIP you're using\b|reverse DNS|\b(rDNS|PTR)\b/i,
    "the mail server refuses mail from the address of this machine",
  ],
  [
    /\bnot verified\b/i,
    "the mail server accepts only senders and addresses that are verified there",
  ],
  [
    /\b[45]\.(1\.[78]|7\.(2[0-46-7]|60))\b|\bsender (address |domain )?(rejected|denied|verify|is unauthenticated|not)|\bsender address is not\b|\b(unauthorized|verified) sender\b|\bas (this|that) sender\b|SendAsDenied|not owned by|\b(DMARC|SPF|DKIM)\b/i,
    refusesSender,
  ],
  [
    /\bauthenticat(ion|e)\b.*\b(required|first)\b|\bnot authenticated\b/i,
    "the mail server asks for a user and a password, see --smtp-url",
  ],
];

/** The recipient's address or mailbox (RFC 3463); 5.1.8 is the sender's, and 5.2.0 is general. Exchange has numbers of its own. */
const aboutRecipient = /^\d{3}[ -][45]\.(1\.([0-6]|10)|2\.([1-4]|12[12]))\b/;

/** The same in words: a table of Postfix has "relay" in its name, and groups of Exchange ask their senders for a login. */
const ofRecipient =
  /\b(user unknown|unknown user|no such (user|recipient|mailbox)|banned recipient)\b|\brecipient address rejected: need\b|\bRESOLVER\./i;

/** Postfix gives an unknown sender 5.1.0, and the words of an unknown user. */
const ofSender = /\bsender address rejected\b/i;

/** A client that is not known yet is asked to come again. */
const greylisted = /gr[ae]y-?list/i;

/** Why the server would reject each mail of ours; null: its reply is about this one. Addresses and names in it are not read. */
export function aboutOurs(answer: string): string | null {
  if (greylisted.test(answer)) return null;
  const words = answer.split(/\s+/).filter((word) => !word.includes("@") && !word.startsWith("<"));
  const text = words.join(" ");
  if (ofSender.test(text)) return refusesSender;
  if (aboutRecipient.test(answer) || ofRecipient.test(text)) return null;
  return aboutMonitord.find(([about]) => about.test(text))?.[1] ?? null;
}
