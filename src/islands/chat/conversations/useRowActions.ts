import { useRovingFocus } from '#islands/chat/conversations/useRovingFocus.ts';
import { useRowKeys } from '#islands/chat/conversations/useRowKeys.ts';
import { deleteConversation } from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { $route } from '#stores/chat/route.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';

/** Renaming, deleting and moving through the list; the focus never gets lost. `reveal` scrolls to a conversation. */
export function useRowActions(known: readonly ConversationCard[], reveal: (id: string) => void) {
  // As the list shows them.
  const items = [...known.filter((item) => item.pinned), ...known.filter((item) => !item.pinned)];
  const route = useStore($route);
  const openId = route?.screen === 'chat' ? route.conversationId : undefined;
  const roving = useRovingFocus(items, openId);
  const [renaming, setRenaming] = useState<string>();
  const goTo = (id: string | undefined): void => {
    if (id === undefined) return;
    reveal(id);
    roving.focus(id);
  };
  const remove = (conversation: ConversationCard): void => {
    const next = roving.neighbour(conversation.id);
    void deleteConversation(conversation);
    goTo(next);
  };
  return {
    stop: roving.stop,
    note: roving.note,
    renaming,
    rename: setRenaming,
    endRename: (id: string, byKey: boolean): void => {
      setRenaming(undefined);
      if (byKey) roving.focus(id);
    },
    remove,
    onKey: useRowKeys({ items, goTo, rename: setRenaming, remove }),
  };
}
