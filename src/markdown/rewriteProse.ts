import { ProseSplitter } from '#markdown/proseSplitter.ts';
import { type Span, readSpans } from '#markdown/readSpans.ts';

/** Rewrites the prose of a text. Code, formulas and the targets of links stay as they are. */
export function rewriteProse(text: string, rewrite: (prose: string) => string): string {
  const splitter = new ProseSplitter();
  let block = '';
  let rewritten = '';
  const close = () => {
    rewritten += readSpans(block)
      .map((span) => rewriteSpan(span, rewrite))
      .join('');
    block = '';
  };
  for (const part of [...splitter.add(text), ...splitter.end()]) {
    if (part.begins) close();
    if (part.kind === 'fixed') rewritten += part.text;
    else block += part.text;
  }
  close();
  return rewritten;
}

function rewriteSpan(span: Span, rewrite: (prose: string) => string): string {
  if (span.kind === 'prose') return rewrite(span.source);
  if (span.kind === 'fixed') return span.source;
  const words = span.words.map((word) => word.source).join('');
  const start = span.source.indexOf(words);
  if (start < 0) return span.source;
  const rewritten = span.words.map((word) => rewriteSpan(word, rewrite)).join('');
  return span.source.slice(0, start) + rewritten + span.source.slice(start + words.length);
}
