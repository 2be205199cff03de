import type { ConversationCard } from '#stores/conversations/conversations.ts';
import type { KeyboardEvent } from 'react';

type Actions = {
  /** In the order of the list. */
  items: readonly ConversationCard[];
  goTo: (id: string | undefined) => void;
  rename: (id: string) => void;
  remove: (conversation: ConversationCard) => void;
};

/** Returns the key listener of a row. */
export function useRowKeys({ items, goTo, rename, remove }: Actions) {
  return (event: KeyboardEvent, conversation: ConversationCard): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const index = items.findIndex(({ id }) => id === conversation.id);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(items[index + 1]?.id),
      ArrowUp: () => goTo(items[index - 1]?.id),
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
