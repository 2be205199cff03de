/** So many failures mean that the mail server is away: the next run goes on. */
const failuresAtOnce = 3;

/**
 * Sends the mails that wait in a table, one after the other, at most `most` of them. `sendNext` locks a row that is not in
 * `failed`, sends its mail and notes that, in one transaction; it returns whether there was a row, and adds one whose mail
 * could not be sent to `failed`. Returns how many were sent.
 */
export async function sendWaiting(
  sendNext: (failed: string[]) => Promise<boolean>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const failed: string[] = [];
  for (let tried = 0; ; tried += 1) {
    const isOver = tried === most || failed.length === failuresAtOnce;
    if (isOver || !(await sendNext(failed))) return tried - failed.length;
  }
}
