import { isShown } from '#stores/conversations/openConversation.ts';
import { $route } from '#stores/route/route.ts';
import { map } from 'nanostores';

/** `running`: an answer is being written; `unread`: an answer ended while the conversation was not on the screen. */
export type Activity = 'running' | 'unread';

/** By conversation. The only state of the dots in the list; everything that learns of answers reports them here. */
export const $activities = map<Record<string, Activity | undefined>>({});

/** Reports that an answer of the conversation runs. */
export function reportRunning(id: string): void {
  if ($activities.get()[id] !== 'running') $activities.setKey(id, 'running');
}

/** Reports the end of an answer. */
export function reportEnded(id: string): void {
  const isSeen = isShown(id) && document.visibilityState === 'visible';
  $activities.setKey(id, isSeen ? undefined : 'unread');
}

/** Reports that an answer is no longer followed. Does nothing if it has ended. */
export function forgetRunning(id: string | undefined): void {
  if (id !== undefined && $activities.get()[id] === 'running') $activities.setKey(id, undefined);
}

/** Ends the unread state of the conversation on the screen. */
function readShown(): void {
  const route = $route.get();
  const id = route?.screen === 'chat' ? route.conversationId : undefined;
  if (id !== undefined && $activities.get()[id] === 'unread') $activities.setKey(id, undefined);
}

/** Ends the unread state of conversations that the user opens or returns to. Returns an unsubscribe function. */
export function watchRead(): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') readShown();
  };
  const unsubscribe = $route.listen(readShown);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
