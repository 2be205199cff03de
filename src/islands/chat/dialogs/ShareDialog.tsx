import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { ShareItem, makeShareId } from '#islands/chat/settings/ShareItem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import type { Message } from '#stores/browser/message.ts';
import { $shares, loadShares, makeShare, shareAddress } from '#stores/conversations/shares.ts';
import { useStore } from '@nanostores/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

type Props = { conversation: Pick<ConversationCard, 'id' | 'title'> };

type Making =
  | { state: 'idle' | 'making' }
  /** `copied`: whether the address is in the clipboard, which the browser may not allow. */
  | { state: 'made'; copied: boolean; id: string }
  | { state: 'failed'; problem: Message };

/** Makes and copies a public link to a conversation, describes what readers will see, and revokes links. */
export function ShareDialog({ conversation }: Props) {
  const { t } = useText();
  const [making, setMaking] = useState<Making>({ state: 'idle' });
  useEffect(() => void loadShares(), []);
  const make = async (): Promise<void> => {
    if (making.state === 'making') return;
    setMaking({ state: 'making' });
    const made = makeShare(conversation.id);
    const copied = await copyAddress(made);
    const outcome = await made;
    setMaking(
      outcome.made
        ? { state: 'made', copied, id: outcome.share.id }
        : { state: 'failed', problem: outcome.problem },
    );
  };
  const made = useMade(making);
  return (
    <DialogFrame title={t('conversations.share.title')} wide grows>
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
        className="mt-4 justify-center max-md:w-full max-md:px-3 md:min-w-60"
        aria-disabled={making.state === 'making'}
        onClick={() => void make()}
      >
        {made?.copied ? (
          <Check aria-hidden="true" size={18} />
        ) : (
          <Copy aria-hidden="true" size={18} />
        )}
        <span>{t(labelOf(making, made))}</span>
      </Button>
      <output className={made?.copied === false ? 'mt-2 block text-14' : 'sr-only'}>
        {made && t(made.copied ? 'conversations.share.made' : 'conversations.share.madeOnly')}
      </output>
      <Links conversationId={conversation.id} copiedAbove={made?.id} />
    </DialogFrame>
  );
}

type Made = Extract<Making, { state: 'made' }>;

/** Returns the link that was made, until it is revoked. */
function useMade(making: Making): Made | undefined {
  const shares = useStore($shares);
  if (making.state !== 'made' || shares.state !== 'ready') return undefined;
  return shares.items.some(({ id }) => id === making.id) ? making : undefined;
}

/** An earlier link may lack the newest messages, so only a link that was made here is copied without making one. */
function labelOf(making: Making, made: Made | undefined): string {
  if (making.state === 'making') return 'conversations.share.making';
  if (made === undefined) return 'conversations.share.make';
  return made.copied ? 'conversations.share.copied' : 'conversations.share.copy';
}

/** Copies the address of a link. Safari wants the item within the click, so its text may follow as a promise. */
async function copyAddress(making: ReturnType<typeof makeShare>): Promise<boolean> {
  const address = making.then((outcome) => {
    if (!outcome.made) throw new Error('There is no link');
    return shareAddress(outcome.share);
  });
  try {
    if (typeof ClipboardItem === 'undefined') {
      await navigator.clipboard.writeText(await address);
      return true;
    }
    const text = address.then((content) => new Blob([content], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    return true;
  } catch {
    return false;
  }
}

type LinksProps = {
  conversationId: string;
  /** The id of the link that the main button copies. */
  copiedAbove: string | undefined;
};

function Links({ conversationId, copiedAbove }: LinksProps) {
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
          <ShareItem key={share.id} share={share} hasCopy={share.id !== copiedAbove} />
        ))}
      </ul>
    </section>
  );
}
