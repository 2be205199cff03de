import { unsupportedMark } from '#domain/aiSearch.ts';
import type { SearchSource } from '#contract/aiSearch.ts';
import { Citation } from '#islands/chat/search/Citation.tsx';
import { Unsupported } from '#islands/chat/search/Unsupported.tsx';
import { Fragment, type ReactNode } from 'react';

/** A text with `[1]` as the source of that number. Other brackets stay. */
export function citedText(text: string, sources: readonly SearchSource[]): ReactNode {
  const parts = text.split(/ ?(\[(?:\d{1,3}|\?)\])/);
  if (parts.length === 1) return text;
  // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end: their place is their identity
  return parts.map((part, place) => <Fragment key={place}>{partOf(part)}</Fragment>);

  function partOf(part: string): ReactNode {
    if (part === unsupportedMark) {
      return (
        <>
          {' '}
          <Unsupported />
        </>
      );
    }
    const [, number] = /^\[(\d+)\]$/.exec(part) ?? [];
    if (number === undefined) return part;
    const source = sources.find((one) => one.number === Number(number));
    return source ? <Citation source={source} /> : part;
  }
}
