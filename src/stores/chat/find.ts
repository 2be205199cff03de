import { $thread } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/** The conversation whose field for finding text is shown. Set again with each request to focus it. */
export const $find = atom<{ conversationId: string | undefined } | undefined>(undefined);

export function openFind(): void {
  $find.set({ conversationId: $thread.get().conversationId });
}

export function closeFind(): void {
  $find.set(undefined);
}
