import { ShareItem, noSharesId } from '#islands/chat/settings/ShareItem.tsx';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $shares, loadShares } from '#stores/conversations/shares.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** Every link that leads to a conversation of the user. */
export function SharedLinks() {
  const { t } = useText();
  const shares = useStore($shares);
  useEffect(() => void loadShares(), []);
  switch (shares.state) {
    case 'loading':
      return <p className="text-soft">{t('chat.loading')}</p>;
    case 'failed':
      return (
        <div role="alert">
          <p>{t(shares.problem.key, shares.problem.values)}</p>
          <button type="button" className={smallButton} onClick={() => void loadShares()}>
            {t('chat.failed.tryAgain')}
          </button>
        </div>
      );
    case 'ready':
      return shares.items.length === 0 ? (
        <p id={noSharesId} tabIndex={-1} className="text-soft">
          {t('conversations.share.none')}
        </p>
      ) : (
        <ul className="grid gap-2">
          {shares.items.map((share) => (
            <ShareItem key={share.id} share={share} titled />
          ))}
        </ul>
      );
  }
}
