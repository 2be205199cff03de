import type { ConversationCard } from '#stores/conversations.ts';
import type { KeyboardEvent } from 'react';

type Moves = {
  items: readonly ConversationCard[];
  goTo: (id: string | undefined) => void;
  rename: (id: string) => void;
  remove: (conversation: ConversationCard) => void;
};

/** What keys do on a conversation of the list. The list shows pinned ones first, and so do the arrows. */
export function useRowKeys({ items, goTo, rename, remove }: Moves) {
  return (event: KeyboardEvent, conversation: ConversationCard): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const shown = [...items.filter((item) => item.pinned), ...items.filter((item) => !item.pinned)];
    const place = shown.findIndex(({ id }) => id === conversation.id);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(shown[place + 1]?.id),
      ArrowUp: () => goTo(shown[place - 1]?.id),
      Home: () => goTo(shown[0]?.id),
      End: () => goTo(shown.at(-1)?.id),
      F2: () => rename(conversation.id),
      Delete: () => remove(conversation),
    };
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
