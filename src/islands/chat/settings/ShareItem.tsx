import { focusAfter, neighbourOf } from '#islands/chat/settings/focusAfter.ts';
import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { smallButton } from '#islands/shared/classes.ts';
import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { type Share, shareAddress, withdrawShare } from '#stores/conversations/shares.ts';
import { Check, Copy, ExternalLink, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';

/**
 * The ids of the elements that take the focus when the last link was revoked: the button that makes a link, or the text
 * of the empty list.
 */
export const makeShareId = 'make-share';
export const noSharesId = 'no-shares';

type Props = {
  share: Share;
  /** Whether to show the conversation's title, in a list of several conversations. */
  hasTitle?: boolean;
  /** Whether to show a button that copies the address. */
  hasCopy?: boolean;
};

/** A public link to a conversation: its address, with buttons that copy, open and revoke it. */
export function ShareItem({ share, hasTitle = false, hasCopy = true }: Props) {
  const { t } = useText();
  const address = shareAddress(share);
  const day = useFormatTime()(share.created);
  return (
    <li className="min-w-0 rounded-large border border-line px-3 py-2">
      {hasTitle && (
        <p className="truncate font-medium" dir="auto">
          {share.title}
        </p>
      )}
      {/* Whole and selected by one click, for browsers that do not let the page copy it. */}
      <p className="font-mono text-14 break-all select-all">{address}</p>
      <p className="text-12 text-faint">{t('conversations.share.created', { day })}</p>
      <div className="-ml-2 flex flex-wrap">
        {hasCopy && <CopyButton address={address} title={share.title} />}
        <a className={smallButton} href={share.path} target="_blank" rel="noopener">
          <ExternalLink aria-hidden="true" size={15} />
          <span>{t('conversations.share.open')}</span>
          <HiddenTitle title={share.title} />
        </a>
        <RevokeButton share={share} />
      </div>
    </li>
  );
}

/** The result is shown next to the button, because a notification would be behind the dialog. */
function CopyButton({ address, title }: { address: string; title: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState<boolean>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <Button look="small" onClick={() => void copy()}>
        {copied ? (
          <Check aria-hidden="true" size={15} className="text-positive" />
        ) : (
          <Copy aria-hidden="true" size={15} />
        )}
        <span>{t(copied ? 'conversations.share.copied' : 'conversations.share.copy')}</span>
        <HiddenTitle title={title} />
      </Button>
      <output
        className={copied === false ? 'order-last w-full px-2 text-14 text-negative' : 'sr-only'}
      >
        {copied === true && <span>{t('conversations.share.copied')}</span>}
        {copied === false && <span>{t('chat.copyFailed')}</span>}
      </output>
    </>
  );
}

type Revoking = { state: 'idle' | 'revoking' } | { state: 'failed'; problem: Message };

/** An error is shown next to the button, because a notification would be behind the dialog. */
function RevokeButton({ share }: { share: Share }) {
  const { t } = useText();
  const [revoking, setRevoking] = useState<Revoking>({ state: 'idle' });
  const isBusy = revoking.state === 'revoking';
  const revoke = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    if (isBusy) return;
    const neighbour = neighbourOf(currentTarget);
    setRevoking({ state: 'revoking' });
    const outcome = await withdrawShare(share);
    if (outcome.withdrawn) focusAfter(neighbour, makeShareId, noSharesId);
    else setRevoking({ state: 'failed', problem: outcome.problem });
  };
  return (
    <>
      <Button look="small" aria-disabled={isBusy} onClick={(event) => void revoke(event)}>
        <Trash2 aria-hidden="true" size={15} />
        <span>{t(isBusy ? 'conversations.share.revoking' : 'conversations.share.revoke')}</span>
        <HiddenTitle title={share.title} />
      </Button>
      <Problem
        problem={revoking.state === 'failed' ? revoking.problem : undefined}
        className="w-full px-2"
      />
    </>
  );
}

/** For screen readers: the list has several links. */
function HiddenTitle({ title }: { title: string }) {
  return <span className="sr-only">{title}</span>;
}
