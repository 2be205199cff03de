import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { atom } from 'nanostores';

/** The dialog over the chat area. */
export type ChatDialog =
  | { dialog: 'search' }
  | { dialog: 'share'; conversation: Pick<ConversationCard, 'id' | 'title'> }
  | { dialog: 'report'; gpt: string }
  | { dialog: 'rename'; conversation: ConversationCard }
  | { dialog: 'clear'; conversation: ConversationCard }
  | { dialog: 'settings' }
  /** `text` is too long to be remembered as it is. */
  | { dialog: 'remember'; text: string }
  | { dialog: 'shortcuts' }
  | { dialog: 'deleteAll' };

/** A dialog whose code is fetched when it opens. */
export type LazyDialog = Exclude<ChatDialog, { dialog: 'search' }>;

/** The dialog that is open; one at a time. */
export const $chatDialog = atom<ChatDialog | undefined>(undefined);

export function openChatDialog(dialog: ChatDialog): void {
  $chatDialog.set(dialog);
}

export function closeChatDialog(): void {
  $chatDialog.set(undefined);
}
