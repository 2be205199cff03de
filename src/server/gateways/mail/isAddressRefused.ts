/** Replies to a recipient that are about the address where no enhanced status code says so (RFC 5321, 4.2.3). */
const aboutAddress: ReadonlySet<number> = new Set([550, 551, 553, 556]);

/**
 * Whether the mail server refused the recipient for good: there is no such mailbox, or it takes no mail. A refusal for
 * now (4xx), a full mailbox, and a refusal of our own server (5.7, such as relaying) are none.
 */
export function isAddressRefused(error: unknown): boolean {
  const { command, responseCode, response } = error as Record<string, unknown>;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number') return false;
  if (responseCode < 500 || responseCode > 599) return false;
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (enhanced === undefined) return aboutAddress.has(responseCode);
  return /^5\.[12]\./.test(enhanced) && enhanced !== '5.2.2';
}
