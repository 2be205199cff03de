import { findModel } from '#domain/models.ts';
import { type ChatTarget, chatPath } from '#domain/urls.ts';
import { SidebarLink } from '#islands/chat/SidebarLink.tsx';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import {
  $conversations,
  type ConversationCard,
  loadConversations,
  loadMoreConversations,
} from '#stores/conversations.ts';
import { useStore } from '@nanostores/react';

/** The user's conversations, the one used last on top. */
export function ConversationList() {
  const { t } = useText();
  return (
    <section aria-labelledby="conversations-title" className="mt-5">
      <h2 id="conversations-title" className="px-3 pb-1 text-14 font-medium text-faint">
        {t('chat.sidebar.conversations')}
      </h2>
      <Content />
    </section>
  );
}

function Content() {
  const { t } = useText();
  const conversations = useStore($conversations);
  switch (conversations.state) {
    case 'loading':
      return <p className="px-3 text-14 text-faint">{t('chat.loading')}</p>;
    case 'failed':
      return (
        <div className="px-3 text-14 text-soft">
          <p>{t('chat.sidebar.loadFailed')}</p>
          <button
            type="button"
            className={`${smallButton} -ml-2`}
            onClick={() => void loadConversations()}
          >
            {t('chat.failed.tryAgain')}
          </button>
        </div>
      );
    case 'ready':
      return <List {...conversations} />;
  }
}

type ListProps = { items: readonly ConversationCard[]; hasMore: boolean; loadingMore: boolean };

function List({ items, hasMore, loadingMore }: ListProps) {
  const { t, language } = useText();
  if (items.length === 0) {
    return <p className="px-3 text-14 text-faint">{t('chat.sidebar.noConversations')}</p>;
  }
  return (
    <>
      <ul className="flex flex-col gap-0.5">
        {items.map(({ id, title, target }) => (
          <li key={id}>
            <SidebarLink
              href={chatPath(language, toChatTarget(target), { conversation: id })}
              tip={title}
            >
              <span className="truncate" dir="auto">
                {title}
              </span>
            </SidebarLink>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button
          type="button"
          className={smallButton}
          disabled={loadingMore}
          onClick={() => void loadMoreConversations()}
        >
          {t(loadingMore ? 'chat.loading' : 'chat.sidebar.more')}
        </button>
      )}
    </>
  );
}

/** A model that has left the catalogue keeps its place under the first group; its page says the rest. */
function toChatTarget(target: ConversationCard['target']): ChatTarget {
  if ('gpt' in target) return { group: 'g', gpt: target.gpt };
  return { group: findModel(target.model)?.group ?? 'openai', model: target.model };
}
