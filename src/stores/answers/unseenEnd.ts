import type { Message } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

/** `show` shows its translated text as a system notification, if the user and the browser allow it. */
type UnseenEnd = { text: Message; show: (text: string) => void };

/** The end of an answer that the user has not seen, because the page was hidden. */
export const $unseenEnd = atom<UnseenEnd | undefined>(undefined);
