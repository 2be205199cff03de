import { boundedTokenizer } from '#markdown/boundedLexer.ts';
import type { Token, TokenizerAndRendererExtension } from 'marked';

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

/** `<br>` (also `<br/>` and `</br>`), with which models break lines in table cells. */
export const lineBreaks = {
  name: 'br',
  level: 'inline',
  start: (source) => source.search(/<\/?br/i),
  tokenizer: (source) => {
    const match = /^<\/?br\s{0,3}\/?>/i.exec(source);
    return match ? { type: 'br', raw: match[0] } : undefined;
  },
} satisfies TokenizerAndRendererExtension;

/** Text within a tag that models write where Markdown has no sign: lower and higher text, a key, and marked text. */
export type TaggedText = {
  type: 'tagged';
  raw: string;
  name: 'sub' | 'sup' | 'kbd' | 'mark';
  tokens: Token[];
};

/** Tags in more tags than these stay text, so that a long text of them takes linear time. */
const tagsAtMost = 3;

export const taggedTexts = {
  name: 'tagged',
  level: 'inline',
  start: (source) => source.search(/<(?:sub|sup|kbd|mark)>/i),
  tokenizer(source) {
    const name = /^<(sub|sup|kbd|mark)>/i.exec(source)?.[1]?.toLowerCase();
    const end = name === undefined ? undefined : endOfTag(source);
    if (name === undefined || end === undefined) return undefined;
    const raw = source.slice(0, end);
    const text = raw.slice(name.length + 2, -name.length - 3);
    return { type: 'tagged', raw, name, tokens: this.lexer.inlineTokens(text) };
  },
} satisfies TokenizerAndRendererExtension;

/** Returns where the tag ends with which a text begins, if all tags in it are closed in their order. */
function endOfTag(source: string): number | undefined {
  const open: string[] = [];
  for (const { 0: tag, 1: slash, 2: name = '', index } of source.matchAll(
    /<(\/?)(sub|sup|kbd|mark)>/gi,
  )) {
    if (slash === '') open.push(name.toLowerCase());
    else if (open.pop() !== name.toLowerCase()) return undefined;
    if (open.length > tagsAtMost) return undefined;
    if (open.length === 0) return index + tag.length;
  }
  return undefined;
}

/** The bounded tokenizer, for which a footnote after an address is not part of it. */
export const answerTokenizer = {
  ...boundedTokenizer,
  url(this: ThisParameterType<typeof boundedTokenizer.url>, source: string) {
    const mark = source.search(/\[\^[^\]\s]{1,100}\]|\s/);
    return boundedTokenizer.url.call(this, mark < 0 ? source : source.slice(0, mark));
  },
};
