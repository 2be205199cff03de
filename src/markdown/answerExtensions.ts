import { boundedTokenizer } from '#markdown/boundedLexer.ts';
import type { TokenizerAndRendererExtension } from 'marked';

/** A token of `footnoteMarks`. */
export type FootnoteMark = { type: 'footnote'; raw: string; label: string };

/** The mention of a footnote: `[^label]`. With an address after it, it is a link. */
export const footnoteMarks = {
  name: 'footnote',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer: (source) => {
    const match = /^\[\^([^\]\s]{1,100})\](?!\()/.exec(source);
    return match ? { type: 'footnote', raw: match[0], label: match[1] ?? '' } : undefined;
  },
} satisfies TokenizerAndRendererExtension;

/** `<br>` (also `<br/>` and `</br>`), with which models break lines in table cells. It is the only tag that is not shown as text. */
export const lineBreaks = {
  name: 'br',
  level: 'inline',
  start: (source) => source.search(/<\/?br/i),
  tokenizer: (source) => {
    const match = /^<\/?br\s{0,3}\/?>/i.exec(source);
    return match ? { type: 'br', raw: match[0] } : undefined;
  },
} satisfies TokenizerAndRendererExtension;

/** The bounded tokenizer, for which a footnote after an address is not part of it. */
export const answerTokenizer = {
  ...boundedTokenizer,
  url(this: ThisParameterType<typeof boundedTokenizer.url>, source: string) {
    const mark = source.search(/\[\^[^\]\s]{1,100}\]|\s/);
    return boundedTokenizer.url.call(this, mark < 0 ? source : source.slice(0, mark));
  },
};
