import type { BranchMessage } from '#server/db/queries/branches.ts';

/** Returns the messages of a branch without questions whose answers failed or are empty, and without these answers. */
export function withoutFailed(branch: readonly BranchMessage[]): BranchMessage[] {
  return branch.filter((message, index) => {
    if (message.role !== 'user') return !isFailedAnswer(message);
    const next = branch[index + 1];
    return next === undefined || !isFailedAnswer(next);
  });
}

/** A failed answer may have a part of its text. */
function isFailedAnswer({ role, state, text, media }: BranchMessage): boolean {
  if (role === 'user') return false;
  return (
    state === 'failed' || state === 'interrupted' || (text.trim() === '' && media.length === 0)
  );
}
