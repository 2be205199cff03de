import { ConversationMenu } from '#islands/chat/conversations/ConversationMenu.tsx';
import { ConversationLink } from '#islands/chat/conversations/ConversationLink.tsx';
import { MoreRow } from '#islands/chat/conversations/MoreRow.tsx';
import { RenameField } from '#islands/chat/conversations/RenameField.tsx';
import {
  conversationsOf,
  indexOf,
  useRows,
  useScrollToOpen,
  useToday,
} from '#islands/chat/conversations/rows.ts';
import { useGptCards } from '#islands/chat/marks/useGptCards.ts';
import { useRowActions } from '#islands/chat/conversations/useRowActions.ts';
import { useOpenConversation } from '#islands/chat/subject/useOpenConversation.ts';
import { useListMargin } from '#islands/chat/controls/useListMargin.ts';
import { useText } from '#islands/shared/text.tsx';
import type { RowGroup } from '#stores/conversations/conversationRows.ts';
import type { ConversationCard, Conversations } from '#stores/conversations/conversations.ts';
import { type RefObject, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { joinDate } from '#i18n/joinDate.ts';

type Props = {
  list: Extract<Conversations, { state: 'ready' }>;
  scroller: RefObject<HTMLElement | null>;
  above: RefObject<HTMLElement | null>;
};

/** The open menu of a conversation, and the button that opened it. */
type OpenMenu = { conversation: ConversationCard; button: HTMLElement };

/**
 * The height of a row for a mouse and of a heading: before a row is measured, this height determines its place, and
 * another one would move the rows below. Without it, the list would only render visible rows before the first scrolling.
 */
const rowPixels = 32;

/** The conversations by day, as a virtual list: only rows near the visible part are in the page. */
export function ConversationRows({ list, scroller, above }: Props) {
  const today = useToday();
  const open = useOpenConversation();
  const rows = useRows(list, today, open);
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<VirtualizerHandle>(null);
  const margin = useListMargin(scroller, root, above);
  const [menu, setMenu] = useState<OpenMenu>();
  const scrollTo = (id: string): void =>
    view.current?.scrollToIndex(indexOf(rows, id), { align: 'nearest' });
  const actions = useRowActions(conversationsOf(rows), scrollTo);
  useGptCards(conversationsOf(rows));
  useScrollToOpen(rows, open?.id, scrollTo);
  const { tabStop, renaming } = actions;
  const mounted = [tabStop, renaming].map((id) => indexOf(rows, id)).filter((index) => index >= 0);
  return (
    <div ref={root}>
      <Virtualizer
        ref={view}
        as="ul"
        item="li"
        data={rows}
        scrollRef={scroller}
        startMargin={margin}
        itemSize={rowPixels}
        keepMounted={mounted}
      >
        {(row) => {
          if (row.row === 'more') return <MoreRow key="more" list={list} />;
          if (row.row === 'heading') return <Heading key={row.group} {...row} today={today} />;
          const { conversation } = row;
          const { id } = conversation;
          return renaming === id ? (
            <RenameField key={id} conversation={conversation} onEnd={actions.endRename} />
          ) : (
            <ConversationLink
              key={id}
              conversation={conversation}
              isTabStop={id === tabStop}
              onFocus={actions.onFocus}
              onKey={actions.onKey}
              hasMenuOpen={id === menu?.conversation.id}
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
          onRename={() => actions.rename(menu.conversation.id)}
          onDelete={() => actions.remove(menu.conversation)}
        />
      )}
    </div>
  );
}

function Heading({ group, today }: { group: RowGroup; today: Date }) {
  const { t, language } = useText();
  return (
    <h3 className="flex h-8 items-end px-3 pb-1 text-12 font-medium text-faint">
      {groupTitle(group, t, language, today)}
    </h3>
  );
}

/** Returns the heading above a group of conversations: Pinned, a day, a week, or a month with the year of past years. */
function groupTitle(group: RowGroup, t: TranslateInBrowser, language: Language, now: Date): string {
  switch (group) {
    case 'open':
      return t('conversations.group.open');
    case 'pinned':
      return t('conversations.group.pinned');
    case 'today':
      return t('conversations.group.today');
    case 'yesterday':
      return t('conversations.group.yesterday');
    case 'week':
      return t('conversations.group.week');
    default: {
      const month = new Date(`${group}-01T00:00:00Z`);
      const isThisYear = month.getUTCFullYear() === now.getFullYear();
      const format = new Intl.DateTimeFormat(languageTags[language], {
        timeZone: 'UTC',
        month: 'long',
        ...(isThisYear ? {} : { year: 'numeric' }),
      });
      return joinDate(format.format(month));
    }
  }
}
