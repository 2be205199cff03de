import { languageTags } from '#domain/languages/languages.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { $conversations, type ConversationCard } from '#stores/conversations/conversations.ts';
import type { FoundConversation, TextPart } from '#stores/conversations/conversationSearch.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { showMessage } from '#stores/chat/shownBranch.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

/** How many conversations are shown before the user types. */
const maxRecent = 8;

/** The found conversations with excerpts of the messages that contain the words. An excerpt opens its message. */
export function FoundConversations({ items }: { items: readonly FoundConversation[] }) {
  const { t } = useText();
  return (
    <ul className="grid grid-cols-1 gap-1">
      {items.map(({ conversation, title, hits }) => (
        <li key={conversation.id}>
          <Result conversation={conversation} messageId={hits[0]?.message_id}>
            <span className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
                <Marked parts={title} />
              </span>
              <Day of={conversation} />
            </span>
          </Result>
          {hits.map((hit) => (
            <Result key={hit.message_id} conversation={conversation} messageId={hit.message_id}>
              <span className="line-clamp-2 pl-3 text-14 text-soft" dir="auto">
                <span className="text-faint">
                  {`${t(hit.role === 'user' ? 'chat.you' : 'chat.answerOf')}: `}
                </span>
                <Marked parts={hit.excerpt} />
              </span>
            </Result>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The most recently used conversations. */
export function RecentConversations() {
  const { t } = useText();
  const list = useStore($conversations);
  if (list.state !== 'ready' || list.items.length === 0) return null;
  return (
    <>
      <h3 className="mb-1 text-14 font-medium text-faint">{t('conversations.search.recent')}</h3>
      <ul className="grid grid-cols-1 gap-1">
        {list.items.slice(0, maxRecent).map((conversation) => (
          <li key={conversation.id}>
            <Result conversation={conversation} messageId={undefined}>
              <span className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {conversation.title}
                </span>
                <Day of={conversation} />
              </span>
            </Result>
          </li>
        ))}
      </ul>
    </>
  );
}

type ResultProps = {
  conversation: ConversationCard;
  messageId: string | undefined;
  children: ReactNode;
};

function Result({ conversation, messageId, children }: ResultProps) {
  const { language } = useText();
  const { id, target } = conversation;
  const open = (): void => {
    closeChatDialog();
    if (messageId !== undefined) showMessage(messageId);
  };
  return (
    <a
      href={chatPath(language, toChatTarget(target), { conversation: id })}
      className="block min-h-9 touch:min-h-11 rounded-small px-3 py-2 hover:bg-sunken focus-visible:bg-sunken"
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

function Day({ of: { updated } }: { of: ConversationCard }) {
  const { language } = useText();
  const format = new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'medium' });
  return (
    <time dateTime={updated} className="shrink-0 text-12 text-faint tabular-nums">
      {joinDate(format.format(new Date(updated)))}
    </time>
  );
}
