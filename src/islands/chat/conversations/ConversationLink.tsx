import { chatPath } from '#domain/chat/chatPaths.ts';
import { ActivityDot } from '#islands/chat/conversations/ActivityDot.tsx';
import { ConversationMark } from '#islands/chat/marks/ConversationMark.tsx';
import { rowId } from '#islands/chat/conversations/useRovingFocus.ts';
import { useText } from '#islands/shared/text.tsx';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { $route } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import { Ellipsis, Pin } from 'lucide-react';
import type { KeyboardEvent } from 'react';

type Props = {
  conversation: ConversationCard;
  /** Whether the Tab key reaches this row. It reaches one row of the list. */
  isTabStop: boolean;
  onFocus: (id: string) => void;
  onKey: (event: KeyboardEvent, conversation: ConversationCard) => void;
  hasMenuOpen: boolean;
  onMenu: (button: HTMLElement) => void;
};

/** A row of the list: the link that opens a conversation, and the button of its menu. */
export function ConversationLink(props: Props) {
  const { conversation, isTabStop, onFocus, onKey, hasMenuOpen, onMenu } = props;
  const { t, language } = useText();
  const { id, title, target, pinned } = conversation;
  const href = chatPath(language, toChatTarget(target), { conversation: id });
  const route = useStore($route);
  // By the id alone: the path names the model of the next question, which may not be the model of the last one.
  const isOpen = route?.screen === 'chat' && route.conversationId === id;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      className="group flex items-center rounded-small hover:bg-line has-aria-[current]:bg-accent-soft"
      onFocus={() => onFocus(id)}
    >
      <a
        id={rowId(id)}
        href={href}
        title={title}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete"
        className="flex min-h-8 touch:min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-small py-1 pr-2 pl-3 group-focus-within:pr-0 group-hover:pr-0 touch:pr-0 text-[0.9375rem] leading-snug aria-[current]:font-medium aria-[current]:text-accent"
        onKeyDown={(event) => onKey(event, conversation)}
      >
        <ConversationMark target={target} />
        {pinned && <Pin aria-hidden="true" size={14} className="shrink-0 text-faint" />}
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {title}
        </span>
        <ActivityDot id={id} />
      </a>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={hasMenuOpen}
        aria-label={t('conversations.menu.label', { title })}
        className="icon-button h-8 w-0 min-w-0 overflow-hidden hover:bg-transparent group-focus-within:w-9 group-hover:w-9 aria-expanded:w-9 touch:h-11 touch:w-11"
        onClick={(event) => onMenu(event.currentTarget)}
      >
        <Ellipsis aria-hidden="true" size={18} className="shrink-0" />
      </button>
    </div>
  );
}
