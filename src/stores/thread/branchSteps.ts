import { versionsOf } from '#stores/thread/branches.ts';
import { showBranch } from '#stores/thread/shownBranch.ts';
import { $thread } from '#stores/thread/thread.ts';

/**
 * Shows the version before (`-1`) or after (`1`) of the last message that has several. Returns whether there is one.
 */
export function stepBranch(step: -1 | 1): boolean {
  const thread = $thread.get();
  if (thread.state !== 'open') return false;
  const last = thread.messages.findLast((message) => versionsOf(thread.all, message));
  const versions = last && versionsOf(thread.all, last);
  const key = versions?.keys[versions.place + step];
  if (key === undefined) return false;
  showBranch(key);
  return true;
}
