import { readMaths } from '#islands/answer/readMaths.ts';
import { Marked, type Token, type TokenizerAndRendererExtension, Tokenizer } from 'marked';

export type { MarkedToken, Token, Tokens } from 'marked';

/** Tokens of ours. */
export type Maths = { type: 'maths'; raw: string; text: string; display: boolean };
export type FootnoteMark = { type: 'footnote'; raw: string; label: string };

/** Texts that are longer, have more of one sign, or are nested deeper are shown as they are: reading them takes long. */
const readableCharacters = 60_000;
const readableSigns = 2_500;
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){60}/m;

const footnote: TokenizerAndRendererExtension = {
  name: 'footnote',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer: (source) => {
    const match = /^\[\^([^\]\s]{1,100})\]/.exec(source);
    return match ? { type: 'footnote', raw: match[0], label: match[1] ?? '' } : undefined;
  },
};

/** Models break lines in cells of tables with this tag, the only one that means anything here. */
const lineBreak: TokenizerAndRendererExtension = {
  name: 'br',
  level: 'inline',
  start: (source) => source.search(/<br/i),
  tokenizer: (source) => {
    const match = /^<br\s{0,3}\/?>/i.exec(source);
    return match ? { type: 'br', raw: match[0] } : undefined;
  },
};

const mathsBlock: TokenizerAndRendererExtension = {
  name: 'maths',
  level: 'block',
  start: (source) => source.match(/\n {0,3}(?:\$\$|\\\[)/)?.index,
  tokenizer: (source) => readMaths(source, 'block'),
};

const mathsInline: TokenizerAndRendererExtension = {
  name: 'inlineMaths',
  level: 'inline',
  start: (source) => source.match(/\$|\\[([]/)?.index,
  tokenizer: (source) => readMaths(source, 'inline'),
};

/** An address that stands there bare, with the mention of a footnote behind it, which is no part of it. */
const addressWithMark = /^(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]*?(?=\[\^[^\]\s]{1,100}\])/i;

const reader = new Marked({
  gfm: true,
  extensions: [footnote, lineBreak, mathsBlock, mathsInline],
  // HTML is no markup here but text like any other.
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    url(source) {
      const address = addressWithMark.exec(source)?.[0];
      return address === undefined ? false : Tokenizer.prototype.url.call(this, address);
    },
  },
});

/** Reads a block of Markdown. `links` are definitions of links that stand elsewhere in the answer, one a line. */
export function readMarkdown(source: string, links = ''): Token[] {
  if (!isReadable(source)) return [{ type: 'plain', raw: source, text: source }];
  const known = links === '' ? source : `${source}\n\n${links}`;
  return new reader.Lexer(reader.defaults).lex(known);
}

function isReadable(source: string): boolean {
  if (source.length > readableCharacters) return false;
  if (source.length < readableSigns) return !tooDeep.test(source);
  const isFull = [...'[<`$*_\\'].some((sign) => source.split(sign).length > readableSigns);
  return !isFull && !tooDeep.test(source);
}
