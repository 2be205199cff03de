import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { ShareItem, makeShareId } from '#islands/chat/settings/ShareItem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import type { Message } from '#stores/browser/message.ts';
import { $shares, loadShares, makeShare } from '#stores/conversations/shares.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

type Props = { conversation: Pick<ConversationCard, 'id' | 'title'> };

type Making = { state: 'idle' | 'making' | 'made' } | { state: 'failed'; problem: Message };

/** Makes public links to a conversation, describes what readers will see, and revokes links. */
export function ShareDialog({ conversation }: Props) {
  const { t } = useText();
  const [making, setMaking] = useState<Making>({ state: 'idle' });
  useEffect(() => void loadShares(), []);
  const make = async (): Promise<void> => {
    if (making.state === 'making') return;
    setMaking({ state: 'making' });
    const outcome = await makeShare(conversation.id);
    setMaking(outcome.made ? { state: 'made' } : { state: 'failed', problem: outcome.problem });
  };
  return (
    <DialogFrame title={t('conversations.share.title')} wide>
      <p className="font-medium" dir="auto">
        {conversation.title}
      </p>
      <p className="mt-2 text-14 text-soft">{t('conversations.share.contains')}</p>
      <p className="mt-2 text-14 text-soft">{t('conversations.share.containsNot')}</p>
      {making.state === 'failed' && (
        <p role="alert" className="mt-3 text-14 text-negative">
          {t(making.problem.key, making.problem.values)}
        </p>
      )}
      <Button
        id={makeShareId}
        className="mt-4"
        aria-disabled={making.state === 'making'}
        onClick={() => void make()}
      >
        {t(making.state === 'making' ? 'conversations.share.making' : 'conversations.share.make')}
      </Button>
      <output className="sr-only">
        {making.state === 'made' && t('conversations.share.made')}
      </output>
      <Links conversationId={conversation.id} />
    </DialogFrame>
  );
}

function Links({ conversationId }: { conversationId: string }) {
  const { t } = useText();
  const shares = useStore($shares);
  if (shares.state === 'loading') {
    return <p className="mt-4 text-14 text-faint">{t('chat.loading')}</p>;
  }
  if (shares.state === 'failed') {
    return (
      <p role="alert" className="mt-4 text-14">
        {t(shares.problem.key, shares.problem.values)}
      </p>
    );
  }
  const own = shares.items.filter((share) => share.conversation_id === conversationId);
  if (own.length === 0) return null;
  return (
    <section className="mt-5" aria-labelledby="share-links">
      <h3 id="share-links" className="mb-2 text-14 font-medium">
        {t('conversations.share.links', { count: own.length })}
      </h3>
      <ul className="grid gap-2">
        {own.map((share) => (
          <ShareItem key={share.id} share={share} />
        ))}
      </ul>
    </section>
  );
}
