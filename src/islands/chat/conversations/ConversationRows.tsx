import { ConversationMenu } from '#islands/chat/conversations/ConversationMenu.tsx';
import { ConversationLink } from '#islands/chat/conversations/ConversationLink.tsx';
import { MoreRow } from '#islands/chat/conversations/MoreRow.tsx';
import { RenameField } from '#islands/chat/conversations/RenameField.tsx';
import { groupTitle } from '#islands/chat/conversations/groupTitle.ts';
import { useRovingFocus } from '#islands/chat/conversations/useRovingFocus.ts';
import { useRowKeys } from '#islands/chat/conversations/useRowKeys.ts';
import { useRowMargin } from '#islands/chat/conversations/useRowMargin.ts';
import { useToday } from '#islands/chat/conversations/useToday.ts';
import { useText } from '#islands/shared/text.tsx';
import { deleteConversation } from '#stores/conversationChanges.ts';
import { type ConversationRow, conversationRows } from '#stores/conversationRows.ts';
import type { ConversationCard, Conversations } from '#stores/conversations.ts';
import { $route } from '#stores/route.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

type Props = {
  list: Extract<Conversations, { state: 'ready' }>;
  scroller: RefObject<HTMLElement | null>;
  above: RefObject<HTMLElement | null>;
};

type Row = ConversationRow | { row: 'more' };

/** The menu of a conversation, below the button that opened it. */
type OpenMenu = { conversation: ConversationCard; button: HTMLElement };

/** The conversations by day; only those near the part that is seen are in the page. */
export function ConversationRows({ list, scroller, above }: Props) {
  const { items, hasMore } = list;
  const today = useToday();
  const rows = useMemo((): Row[] => {
    const known = conversationRows(items, today);
    return hasMore ? [...known, { row: 'more' }] : known;
  }, [items, hasMore, today]);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<VirtualizerHandle>(null);
  const margin = useRowMargin(scroller, above, place);
  const route = useStore($route);
  const openId = route?.screen === 'chat' ? route.conversationId : undefined;
  const roving = useRovingFocus(items, openId);
  const [menu, setMenu] = useState<OpenMenu>();
  const [renaming, setRenaming] = useState<string>();
  const indexOf = (id: string | undefined): number =>
    rows.findIndex((row) => row.row === 'conversation' && row.conversation.id === id);
  const goTo = (id: string | undefined): void => {
    if (id === undefined) return;
    view.current?.scrollToIndex(indexOf(id), { align: 'nearest' });
    roving.focus(id);
  };
  const remove = (conversation: ConversationCard): void => {
    const next = roving.neighbour(conversation.id);
    void deleteConversation(conversation);
    goTo(next);
  };
  const endRename = (id: string, byKey: boolean): void => {
    setRenaming(undefined);
    if (byKey) roving.focus(id);
  };
  const onKey = useRowKeys({ items, goTo, rename: setRenaming, remove });
  const mounted = [indexOf(roving.stop), indexOf(renaming)].filter((index) => index >= 0);

  return (
    <div ref={place}>
      <Virtualizer
        ref={view}
        as="ul"
        item="li"
        data={rows}
        scrollRef={scroller}
        startMargin={margin}
        keepMounted={mounted}
      >
        {(row) => {
          if (row.row === 'more') return <MoreRow key="more" list={list} />;
          if (row.row === 'heading') {
            return <Heading key={row.group} row={row} now={today} />;
          }
          const { conversation } = row;
          const { id } = conversation;
          return renaming === id ? (
            <RenameField key={id} conversation={conversation} onEnd={endRename} />
          ) : (
            <ConversationLink
              key={id}
              conversation={conversation}
              isStop={id === roving.stop}
              onFocus={roving.note}
              onKey={onKey}
              onMenu={(button) => setMenu({ conversation, button })}
            />
          );
        }}
      </Virtualizer>
      {menu && (
        <ConversationMenu
          key={menu.conversation.id}
          {...menu}
          onClose={() => setMenu(undefined)}
          onRename={() => setRenaming(menu.conversation.id)}
          onDelete={() => remove(menu.conversation)}
        />
      )}
    </div>
  );
}

type HeadingProps = { row: Extract<ConversationRow, { row: 'heading' }>; now: Date };

function Heading({ row, now }: HeadingProps) {
  const { t, language } = useText();
  return (
    <h3 className="px-3 pt-3 pb-1 text-12 font-medium text-faint first:pt-1">
      {groupTitle(row.group, t, language, now)}
    </h3>
  );
}
