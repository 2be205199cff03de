import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type Conversations } from '#stores/conversations/conversations.ts';
import { loadMoreConversations } from '#stores/conversations/listChanges.ts';
import { useEffect } from 'react';

type Props = { list: Extract<Conversations, { state: 'ready' }> };

/** The last row. It loads older conversations when it is rendered, that is, near the visible part; after an error, by a button. */
export function MoreRow({ list }: Props) {
  const { t } = useText();
  useEffect(() => {
    if (!list.moreFailed) void loadMoreConversations();
  }, [list]);
  if (!list.moreFailed) return <p className="px-3 py-2 text-14 text-faint">{t('chat.loading')}</p>;
  return (
    <div className="px-3 py-2 text-14 text-soft">
      <p>{t('conversations.moreFailed')}</p>
      <Button look="small" className="-ml-2" onClick={() => void loadMoreConversations()}>
        {t('chat.failed.tryAgain')}
      </Button>
    </div>
  );
}
