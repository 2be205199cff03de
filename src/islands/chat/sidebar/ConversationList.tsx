import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $isOutdated } from '#stores/browser/newVersion.ts';
import { $conversations, loadConversations } from '#stores/conversations/conversations.ts';
import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';

const ConversationRows = lazyPart(
  async () => (await import('#islands/chat/conversations/ConversationRows.tsx')).ConversationRows,
  { waiting: Loading, failed: CodeFailed },
);

type Props = {
  /** The scrolling element, and the element above the list in it. */
  scroller: RefObject<HTMLElement | null>;
  above: RefObject<HTMLElement | null>;
};

/** The user's conversations, most recently used first. */
export function ConversationList(props: Props) {
  const { t } = useText();
  return (
    <section aria-labelledby="conversations-title">
      {/* The headings of days and months show what the list is. */}
      <h2 id="conversations-title" className="sr-only">
        {t('chat.sidebar.conversations')}
      </h2>
      <Content {...props} />
    </section>
  );
}

function Content(props: Props) {
  const { t } = useText();
  const conversations = useStore($conversations);
  switch (conversations.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <Failed onRetry={() => void loadConversations()} />;
    case 'ready':
      return conversations.items.length === 0 ? (
        <p className="px-3 py-2 text-14 text-faint">{t('chat.sidebar.noConversations')}</p>
      ) : (
        <ConversationRows {...props} list={conversations} />
      );
  }
}

function Loading() {
  const { t } = useText();
  return <p className="px-3 py-2 text-14 text-faint">{t('chat.loading')}</p>;
}

/** An outdated page shows a banner above the screen. */
function CodeFailed({ onRetry }: { onRetry: () => void }) {
  return useStore($isOutdated) ? null : <Failed onRetry={onRetry} />;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <div role="alert" className="px-3 py-2 text-14 text-soft">
      <p>{t('chat.sidebar.loadFailed')}</p>
      <Button look="small" className="-ml-2" onClick={onRetry}>
        {t('chat.failed.tryAgain')}
      </Button>
    </div>
  );
}
