import { languageTags } from '#domain/languages.ts';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { type Share, shareAddress, withdrawShare } from '#stores/shares.ts';
import { Check, Copy, ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';

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
        <button type="button" className={smallButton} onClick={() => void withdrawShare(share)}>
          <Trash2 aria-hidden="true" size={15} />
          {t('conversations.share.revoke')}
          <Of title={share.title} />
        </button>
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

/** Read out where several links stand in a list. */
function Of({ title }: { title: string }) {
  return <span className="sr-only">{title}</span>;
}
