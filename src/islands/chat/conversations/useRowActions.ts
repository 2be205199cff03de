import { useRovingFocus } from '#islands/chat/conversations/useRovingFocus.ts';

import { deleteConversation } from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { $route } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useState } from 'react';

/**
 * Returns handlers for renaming and deleting conversations of the list and for its keys. After a deletion the neighbour
 * gets the focus. `items` are in the order of the list. `scrollTo` scrolls to a conversation.
 */
export function useRowActions(items: readonly ConversationCard[], scrollTo: (id: string) => void) {
  const route = useStore($route);
  const openId = route?.screen === 'chat' ? route.conversationId : undefined;
  const roving = useRovingFocus(items, openId);
  const [renaming, setRenaming] = useState<string>();
  const goTo = (id: string | undefined): void => {
    if (id === undefined) return;
    scrollTo(id);
    roving.focus(id);
  };
  const remove = (conversation: ConversationCard): void => {
    const next = roving.neighbour(conversation.id);
    void deleteConversation(conversation);
    goTo(next);
  };
  const onKey = (event: KeyboardEvent, conversation: ConversationCard): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const index = items.findIndex(({ id }) => id === conversation.id);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(items[index + 1]?.id),
      ArrowUp: () => goTo(items[index - 1]?.id),
      Home: () => goTo(items[0]?.id),
      End: () => goTo(items.at(-1)?.id),
      F2: () => setRenaming(conversation.id),
      Delete: () => remove(conversation),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  return {
    tabStop: roving.tabStop,
    onFocus: roving.onFocus,
    renaming,
    rename: setRenaming,
    endRename: (id: string, byKey: boolean): void => {
      setRenaming(undefined);
      if (byKey) roving.focus(id);
    },
    remove,
    onKey,
  };
}
