/** Whether an error, or one of its causes, reports a full disk. */
export function hasNoSpace(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // Of an error of another thread, only the message arrives.
    if (/\b(?:ENOSPC|EDQUOT)\b/.test(`${code} ${cause.message}`)) return true;
  }
  return false;
}
