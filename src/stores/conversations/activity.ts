import { $route, isShown } from '#stores/route/route.ts';
import { atom, computed } from 'nanostores';

/** `running`: an answer is being written. `unread`: one has ended and was not seen in this page yet. */
export type Activity = 'running' | 'unread';

export type Activities = Readonly<Record<string, Activity>>;

/** The activity of conversations, by their ids, as far as this page knows it. */
export const $activity = atom<Activities>({});

export const $hasUnread = computed($activity, (activity) =>
  Object.values(activity).includes('unread'),
);

/** Conversations that are in the list no more. The ends of their answers, which a deletion stops, are not unread. */
const unlisted = new Set<string>();

/** Records that an answer is being written. */
export function markRunning(id: string): void {
  unlisted.delete(id);
  setActivity(id, 'running');
}

/** Records that an answer has ended, which is unread unless its conversation is visible or in the list no more. */
export function markEnded(id: string): void {
  setActivity(id, isVisible(id) || unlisted.has(id) ? undefined : 'unread');
}

/**
 * Updates the running answers from a list of conversations. `before` is the activity when the list was requested: what has
 * changed since then is newer than the list.
 */
export function updateRunning(
  listed: readonly { id: string; running?: boolean | undefined }[],
  before: Activities,
): void {
  const now = $activity.get();
  for (const { id, running } of listed) {
    if (now[id] !== before[id]) continue;
    // A deletion may have been undone.
    unlisted.delete(id);
    if (running === true) markRunning(id);
    else if (running === false && now[id] === 'running') markEnded(id);
  }
}

/** Records that conversations were deleted or archived: these, or every one. */
export function markUnlisted(ids: readonly string[] | 'all'): void {
  for (const id of ids === 'all' ? Object.keys($activity.get()) : ids) {
    unlisted.add(id);
    setActivity(id, undefined);
  }
}

/** Records that nothing is known any more about an answer, for example because its connection was lost. */
export function forgetActivity(id: string): void {
  setActivity(id, undefined);
}

/** Whether the user does not see this page. */
export function isPageHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

/** Marks conversations as read when they become visible. Returns an unsubscribe function. */
export function watchActivity(): () => void {
  const unlisten = $route.listen(markVisibleRead);
  document.addEventListener('visibilitychange', markVisibleRead);
  return () => {
    unlisten();
    document.removeEventListener('visibilitychange', markVisibleRead);
  };
}

function markVisibleRead(): void {
  for (const [id, state] of Object.entries($activity.get())) {
    if (state === 'unread' && isVisible(id)) setActivity(id, undefined);
  }
}

function isVisible(id: string): boolean {
  return isShown(id) && !isPageHidden();
}

function setActivity(id: string, state: Activity | undefined): void {
  const { [id]: before, ...others } = $activity.get();
  if (before !== state) $activity.set(state === undefined ? others : { ...others, [id]: state });
}
