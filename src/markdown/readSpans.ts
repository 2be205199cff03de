import { type Token, type Tokens, readInlineMarkdown } from '#markdown/readMarkdown.ts';
import type { Maths } from '#markdown/readMaths.ts';

/** A part of a paragraph or cell. The sources of all parts, one after the other, are the whole text. */
export type Span =
  | { kind: 'prose'; source: string }
  /** Code, a formula or an escaped sign. `text` is the code or the formula. */
  | { kind: 'fixed'; source: string; text: string }
  /** A link or a picture with its words. An address that is its own link is prose. */
  | { kind: 'link'; source: string; words: readonly Span[] };

/** Splits the text of a paragraph, heading or cell by the rules by which answers are shown. */
export function readSpans(source: string): Span[] {
  const spans = joinProse(readInlineMarkdown(source).flatMap(spansOf));
  const isWhole = spans.map((span) => span.source).join('') === source;
  return isWhole ? spans : [{ kind: 'prose', source }];
}

function spansOf(token: Token): Span[] {
  const own = token as Tokens.Generic & (Maths | Tokens.Codespan | Tokens.Escape | Tokens.Link);
  const { raw } = own;
  switch (token.type) {
    case 'codespan':
    case 'maths':
      return [{ kind: 'fixed', source: raw, text: own.text }];
    case 'escape':
      return [{ kind: 'fixed', source: raw, text: '' }];
    case 'strong':
    case 'em':
    case 'del':
    case 'tagged':
      return withSigns(raw, own.tokens ?? []);
    case 'link':
      if (!raw.startsWith('[')) return [{ kind: 'prose', source: raw }];
      return [{ kind: 'link', source: raw, words: joinProse((own.tokens ?? []).flatMap(spansOf)) }];
    case 'image':
      return [{ kind: 'link', source: raw, words: [{ kind: 'prose', source: own.text }] }];
    default:
      return [{ kind: 'prose', source: raw }];
  }
}

/** Returns the spans of marked text, such as `**bold**`, with the signs around it as prose. */
function withSigns(raw: string, tokens: readonly Token[]): Span[] {
  const inner = tokens.map((token) => token.raw).join('');
  const start = raw.indexOf(inner, raw.startsWith('<') ? raw.indexOf('>') : 0);
  if (start < 0) return [{ kind: 'prose', source: raw }];
  return [
    { kind: 'prose', source: raw.slice(0, start) },
    ...tokens.flatMap(spansOf),
    { kind: 'prose', source: raw.slice(start + inner.length) },
  ];
}

function joinProse(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (span.kind === 'prose' && last?.kind === 'prose') last.source += span.source;
    else joined.push(span.kind === 'prose' ? { ...span } : span);
  }
  return joined;
}
