import { useCitations } from '#islands/answer/citations.ts';
import { answerUrl } from '#islands/answer/answerUrl.ts';
import { useText } from '#islands/shared/text.tsx';
import type { ReactNode } from 'react';

type Props = {
  href: string;
  /** The link's text without formatting. */
  text: string;
  children: ReactNode;
};

/** While a page is built there is none. */
const ownHost = globalThis.location?.host ?? 'none';

/** A link to somewhere else, in a new tab. Where what it says is not where it leads, its host stands behind it. */
export function AnswerLink({ href, text, children }: Props) {
  // Where sources are cited, they are the only links: what a page made a model write leads nowhere.
  const isCited = useCitations() !== undefined;
  const url = answerUrl(href, ownHost);
  if (!url || isCited) return <span>{children}</span>;
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!saysHost(text, url) && (
        <bdi className="answer-host"> ({url.host === '' ? url.pathname : url.host})</bdi>
      )}
    </>
  );
}

/** A picture is never loaded, which would tell a stranger who reads: it is a link. */
export function AnswerImage({ href, text }: { href: string; text: string }) {
  const { t } = useText();
  const name = text === '' ? t('chat.imageUnnamed') : t('chat.image', { name: text });
  return (
    <AnswerLink href={href} text={name}>
      {name}
    </AnswerLink>
  );
}

/** Whether a text begins with the host that the link leads to, and names no other one. */
function saysHost(text: string, { host, pathname }: URL): boolean {
  const said = text
    .trim()
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .toLowerCase();
  const wanted = host === '' ? pathname : host;
  return (
    said === wanted || /^[/?#:]/.test(said.startsWith(wanted) ? said.slice(wanted.length) : '')
  );
}
