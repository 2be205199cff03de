import { chatPath } from '#domain/chat/chatPaths.ts';
import { Day, EnterSign, rowLook } from '#islands/chat/dialogs/PaletteRows.tsx';
import { conversationKey } from '#islands/chat/dialogs/usePaletteEntries.ts';
import { ConversationMark } from '#islands/chat/marks/ConversationMark.tsx';
import { useGptCards } from '#islands/chat/marks/useGptCards.ts';
import { joinClasses } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import type { FoundConversation, TextPart } from '#stores/conversations/conversationSearch.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { showMessage } from '#stores/chat/shownBranch.ts';
import type { ReactNode } from 'react';

type Props = {
  items: readonly FoundConversation[];
  /** The keys of the rows above, which have links to some of the conversations. */
  above: ReadonlySet<string>;
  /** The key of the row that Enter in the field opens. */
  active: string | undefined;
};

/** The found conversations with excerpts of the messages that contain the words. An excerpt opens its message. */
export function FoundConversations({ items, above, active }: Props) {
  useGptCards(items.map(({ conversation }) => conversation));
  const rows = items.map((item) => ({ item, key: conversationKey(item.conversation.id) }));
  return (
    <ul className="grid grid-cols-1 gap-1">
      {rows
        .filter(({ item, key }) => item.hits.length > 0 || !above.has(key))
        .map(({ item, key }) => (
          <li key={key}>
            <Title item={item} isLink={!above.has(key)} isActive={key === active} />
            <Excerpts item={item} />
          </li>
        ))}
    </ul>
  );
}

type TitleProps = { item: FoundConversation; isLink: boolean; isActive: boolean };

/** The title is no second link to a conversation that is above: it only heads the excerpts. */
function Title({ item: { conversation, title, hits }, isLink, isActive }: TitleProps) {
  const content = (
    <>
      <ConversationMark target={conversation.target} />
      <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
        <Marked parts={title} />
      </span>
      <Day day={conversation.updated} />
      <EnterSign />
    </>
  );
  const look = 'flex items-center gap-3 py-1.5';
  if (!isLink) return <p className={`${look} px-3`}>{content}</p>;
  return (
    <Result
      conversation={conversation}
      messageId={hits[0]?.message_id}
      isActive={isActive}
      className={look}
    >
      {content}
    </Result>
  );
}

function Excerpts({ item: { conversation, hits } }: { item: FoundConversation }) {
  const { t } = useText();
  return hits.map((hit) => (
    <Result
      key={hit.message_id}
      conversation={conversation}
      messageId={hit.message_id}
      className="flex items-center gap-3 py-2"
    >
      <span className="line-clamp-2 flex-1 pl-8 text-14 text-soft" dir="auto">
        <span className="text-faint">
          {`${t(hit.role === 'user' ? 'chat.you' : 'chat.answerOf')}: `}
        </span>
        <Marked parts={hit.excerpt} />
      </span>
      <EnterSign />
    </Result>
  ));
}

type ResultProps = {
  conversation: ConversationCard;
  messageId: string | undefined;
  isActive?: boolean;
  className: string;
  children: ReactNode;
};

function Result({ conversation, messageId, isActive, className, children }: ResultProps) {
  const { language } = useText();
  const { id, target } = conversation;
  const open = (): void => {
    closeChatDialog();
    if (messageId !== undefined) showMessage(messageId);
  };
  return (
    <a
      href={chatPath(language, toChatTarget(target), { conversation: id })}
      data-active={isActive ? '' : undefined}
      className={joinClasses(rowLook, className)}
      onClick={open}
    >
      {children}
    </a>
  );
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, hit }, index) =>
    hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have no names
      <mark key={index} className="rounded-small bg-accent-soft text-accent">
        {text}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have no names
      <span key={index}>{text}</span>
    ),
  );
}
