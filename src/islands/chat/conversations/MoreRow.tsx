import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { type Conversations, loadMoreConversations } from '#stores/conversations/conversations.ts';
import { useEffect } from 'react';

type Props = { list: Extract<Conversations, { state: 'ready' }> };

/** The end of what is loaded: coming near loads older ones; after a failure, a press does. */
export function MoreRow({ list }: Props) {
  const { t } = useText();
  useEffect(() => {
    if (!list.moreFailed) void loadMoreConversations();
  }, [list]);
  if (!list.moreFailed) return <p className="px-3 py-2 text-14 text-faint">{t('chat.loading')}</p>;
  return (
    <div className="px-3 py-2 text-14 text-soft">
      <p>{t('conversations.moreFailed')}</p>
      <button
        type="button"
        className={`${smallButton} -ml-2`}
        onClick={() => void loadMoreConversations()}
      >
        {t('chat.failed.tryAgain')}
      </button>
    </div>
  );
}
