import { ShareItem, noSharesId } from '#islands/chat/settings/ShareItem.tsx';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $shares, loadShares } from '#stores/conversations/shares.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** All public links to the user's conversations. */
export function SharedLinks() {
  const { t } = useText();
  const shares = useStore($shares);
  useEffect(() => void loadShares(), []);
  switch (shares.state) {
    case 'loading':
      return <p className="text-soft">{t('chat.loading')}</p>;
    case 'failed':
      return <RetryNote problem={shares.problem} onRetry={() => void loadShares()} />;
    case 'ready':
      return shares.items.length === 0 ? (
        <p id={noSharesId} tabIndex={-1} className="text-soft">
          {t('conversations.share.none')}
        </p>
      ) : (
        <ul className="grid gap-2">
          {shares.items.map((share) => (
            <ShareItem key={share.id} share={share} hasTitle />
          ))}
        </ul>
      );
  }
}
