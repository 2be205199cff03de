import { languageTags } from '#domain/languages.ts';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { type Share, shareAddress, withdrawShare } from '#stores/conversations/shares.ts';
import { Check, Copy, ExternalLink, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';

/** The ids of what takes the focus when the last link is gone: the button that makes one, and the words that there is none. */
export const makeShareId = 'make-share';
export const noSharesId = 'no-shares';

type Props = {
  share: Share;
  /** Whether the list is of several conversations. */ titled?: boolean;
};

/** A link to a conversation: its address, to copy, to open, to revoke. */
export function ShareItem({ share, titled = false }: Props) {
  const { t, language } = useText();
  const address = shareAddress(share);
  const day = new Intl.DateTimeFormat(languageTags[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(share.created));
  return (
    <li className="min-w-0 rounded-large border border-line px-3 py-2">
      {titled && (
        <p className="truncate font-medium" dir="auto">
          {share.title}
        </p>
      )}
      <p className="truncate font-mono text-14">{address}</p>
      <p className="text-12 text-faint">{t('conversations.share.created', { day })}</p>
      <div className="-ml-2 flex flex-wrap">
        <CopyButton address={address} title={share.title} />
        <a className={smallButton} href={share.path} target="_blank" rel="noopener">
          <ExternalLink aria-hidden="true" size={15} />
          {t('conversations.share.open')}
          <Of title={share.title} />
        </a>
        <RevokeButton share={share} />
      </div>
    </li>
  );
}

/** Says beside the button that it worked: a notification would be behind the dialog. */
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
      <button type="button" className={smallButton} onClick={() => void copy()}>
        {copied ? (
          <Check aria-hidden="true" size={15} className="text-positive" />
        ) : (
          <Copy aria-hidden="true" size={15} />
        )}
        {t(copied ? 'conversations.share.copied' : 'conversations.share.copy')}
        <Of title={title} />
      </button>
      <output className={copied === false ? 'self-center px-2 text-14 text-negative' : 'sr-only'}>
        {copied === true && t('conversations.share.copied')}
        {copied === false && t('chat.copyFailed')}
      </output>
    </>
  );
}

type Revoking = { state: 'idle' | 'revoking' } | { state: 'failed'; problem: Message };

/** Ends a link. An error is shown beside it: a notification would be behind the dialog. */
function RevokeButton({ share }: { share: Share }) {
  const { t } = useText();
  const [revoking, setRevoking] = useState<Revoking>({ state: 'idle' });
  const isBusy = revoking.state === 'revoking';
  const revoke = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    if (isBusy) return;
    const neighbour = neighbourOf(currentTarget);
    setRevoking({ state: 'revoking' });
    const outcome = await withdrawShare(share);
    if (outcome.withdrawn) focusAfter(neighbour);
    else setRevoking({ state: 'failed', problem: outcome.problem });
  };
  return (
    <>
      <button
        type="button"
        className={smallButton}
        aria-disabled={isBusy}
        onClick={(event) => void revoke(event)}
      >
        <Trash2 aria-hidden="true" size={15} />
        {t(isBusy ? 'conversations.share.revoking' : 'conversations.share.revoke')}
        <Of title={share.title} />
      </button>
      <p role="alert" className="w-full px-2 text-14 text-negative empty:hidden">
        {revoking.state === 'failed' && t(revoking.problem.key, revoking.problem.values)}
      </p>
    </>
  );
}

/** The first button of the link below or above. */
function neighbourOf(button: HTMLElement): HTMLElement | null {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbour?.querySelector('button') ?? null;
}

/** The link has taken its buttons with it: the focus goes to its neighbour, else to what stands there without links. */
function focusAfter(neighbour: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (
      document.activeElement !== document.body &&
      !(document.activeElement instanceof HTMLDialogElement)
    )
      return;
    (
      neighbour ??
      document.getElementById(makeShareId) ??
      document.getElementById(noSharesId)
    )?.focus();
  });
}

/** Read out where several links stand in a list. */
function Of({ title }: { title: string }) {
  return <span className="sr-only">{title}</span>;
}
