/** Replies about the recipient's address, if there is no enhanced status code (RFC 5321, 4.2.3). */
const aboutAddress: ReadonlySet<number> = new Set([550, 551, 553, 556]);

/**
 * Whether the mail server refused the recipient permanently: there is no such mailbox, or it takes no mail. A temporary
 * refusal (4xx), a full mailbox, and a refusal of our own server (5.7, such as relaying) do not count.
 */
export function isAddressRefused(error: unknown): boolean {
  const { command, responseCode, response } = error as Record<string, unknown>;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number') return false;
  if (responseCode < 500 || responseCode > 599) return false;
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (enhanced === undefined) return aboutAddress.has(responseCode);
  return /^5\.[12]\./.test(enhanced) && enhanced !== '5.2.2';
}
