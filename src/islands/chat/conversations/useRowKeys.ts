import type { ConversationCard } from '#stores/conversations/conversations.ts';
import type { KeyboardEvent } from 'react';

type Moves = {
  /** As the list shows them. */
  items: readonly ConversationCard[];
  goTo: (id: string | undefined) => void;
  rename: (id: string) => void;
  remove: (conversation: ConversationCard) => void;
};

/** The keyboard of a conversation of the list. */
export function useRowKeys({ items, goTo, rename, remove }: Moves) {
  return (event: KeyboardEvent, conversation: ConversationCard): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const place = items.findIndex(({ id }) => id === conversation.id);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(items[place + 1]?.id),
      ArrowUp: () => goTo(items[place - 1]?.id),
      Home: () => goTo(items[0]?.id),
      End: () => goTo(items.at(-1)?.id),
      F2: () => rename(conversation.id),
      Delete: () => remove(conversation),
    };
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
