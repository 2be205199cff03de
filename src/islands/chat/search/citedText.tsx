import { unsupportedMark } from '#domain/search/aiSearch.ts';
import type { SearchSource } from '#contract/search/aiSearch.ts';
import { Citation } from '#islands/chat/search/Citation.tsx';
import { useText } from '#islands/shared/text.tsx';
import { Fragment, type ReactNode } from 'react';

/** Returns a text in which `[1]` is replaced by the citation of source 1. Other brackets stay. */
export function citedText(text: string, sources: readonly SearchSource[]): ReactNode {
  const parts = text.split(/( ?\[(?:\d{1,3}|\?)\])/);
  if (parts.length === 1) return text;
  // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end, so the index is stable
  return parts.map((part, index) => <Fragment key={index}>{partOf(part)}</Fragment>);

  function partOf(part: string): ReactNode {
    if (part.trim() === unsupportedMark) {
      return (
        <>
          <span> </span>
          <Unsupported />
        </>
      );
    }
    const [, number] = /^ ?\[(\d+)\]$/.exec(part) ?? [];
    if (number === undefined) return <span>{part}</span>;
    const source = sources.find((one) => one.number === Number(number));
    return source ? <Citation source={source} /> : <span>{part}</span>;
  }
}

/** Marks a sentence with numbers or dates that its sources do not contain. */
function Unsupported() {
  const { t } = useText();
  return <strong className="citation-unsupported">{t('chat.search.unsupported')}</strong>;
}
