import { versionsOf } from '#stores/thread/branches.ts';
import { showBranch } from '#stores/chat/shownBranch.ts';
import { currentThread } from '#stores/thread/thread.ts';

/** Shows the previous (`-1`) or next (`1`) version of the last message that has several. Returns whether there is one. */
export function stepBranch(step: -1 | 1): boolean {
  const thread = currentThread();
  if (!thread) return false;
  const last = thread.messages.findLast((message) => versionsOf(thread.all, message));
  const versions = last && versionsOf(thread.all, last);
  const key = versions?.keys[versions.position + step];
  if (key === undefined) return false;
  showBranch(key);
  return true;
}
