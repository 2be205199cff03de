import { useCitations } from '#islands/answer/citations.ts';
import { answerUrl, unnamedTarget } from '#markdown/answerUrl.ts';
import { hasVisible } from '#domain/texts/text.ts';
import { plainText } from '#markdown/plainText.ts';
import { useText } from '#islands/shared/text.tsx';
import type { ReactNode } from 'react';

type Props = {
  href: string;
  /** The link's text without formatting. */
  text: string;
  children: ReactNode;
};

/** The build has no location. */
const ownHost = globalThis.location?.host ?? 'none';

/**
 * A link to another site, in a new tab. If its text does not name the host that it leads to, the host follows it; without
 * a visible text, the host is the text.
 */
export function AnswerLink({ href, text, children }: Props) {
  // In answers with sources only the citations are links: a page that was read may have made the model write others.
  const isCited = useCitations() !== undefined;
  const url = answerUrl(href, ownHost);
  if (!url || isCited) return <span>{children}</span>;
  const target = unnamedTarget(text, url);
  const isNamed = hasVisible(plainText(text));
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
        {isNamed ? children : (target ?? url.href)}
      </a>
      {isNamed && target !== undefined && <bdi className="answer-host">{` (${target})`}</bdi>}
    </>
  );
}

/** A picture is only a link: loading it would inform another site about the reader of the answer. */
export function AnswerImage({ href, text }: { href: string; text: string }) {
  const { t } = useText();
  const name = text === '' ? t('chat.imageUnnamed') : t('chat.image', { name: text });
  return (
    <AnswerLink href={href} text={name}>
      {name}
    </AnswerLink>
  );
}
