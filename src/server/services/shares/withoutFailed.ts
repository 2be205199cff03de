import type { BranchMessage } from '#server/db/queries/branches.ts';

/** Returns the messages of a branch without questions that were not answered, and without their empty answers. */
export function withoutFailed(branch: readonly BranchMessage[]): BranchMessage[] {
  return branch.filter((message, index) => {
    if (message.role !== 'user') return !isEmptyAnswer(message);
    const next = branch[index + 1];
    return next === undefined || !isEmptyAnswer(next);
  });
}

function isEmptyAnswer({ role, text, media }: BranchMessage): boolean {
  return role !== 'user' && text.trim() === '' && media.length === 0;
}
