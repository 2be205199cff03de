import { readMaths } from '#islands/answer/readMaths.ts';
import { Marked, type Token, type TokenizerAndRendererExtension, Tokenizer } from 'marked';

export type { MarkedToken, Token, Tokens } from 'marked';

/** Tokens of our own extensions. */
export type Maths = { type: 'maths'; raw: string; text: string; display: boolean };
export type FootnoteMark = { type: 'footnote'; raw: string; label: string };

/** Texts that are longer, have more of one sign, or are nested deeper are shown as plain text: parsing takes too long. */
const maxCharacters = 60_000;
const maxSigns = 2_500;
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

/** `<br>`, with which models break lines in table cells. It is the only tag that is not shown as text. */
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

/** A bare address that is followed by the mention of a footnote, which is not part of the address. */
const addressWithMark = /^(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]*?(?=\[\^[^\]\s]{1,100}\])/i;

const parser = new Marked({
  gfm: true,
  extensions: [footnote, lineBreak, mathsBlock, mathsInline],
  // HTML is shown as text.
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    url(source) {
      const address = addressWithMark.exec(source)?.[0];
      return address === undefined ? false : Tokenizer.prototype.url.call(this, address);
    },
  },
});

/** Returns the tokens of a block of Markdown. `links`: link definitions from other blocks of the answer, one a line. */
export function readMarkdown(source: string, links = ''): Token[] {
  if (!isReadable(source)) return [{ type: 'plain', raw: source, text: source }];
  const text = links === '' ? source : `${source}\n\n${links}`;
  return new parser.Lexer(parser.defaults).lex(text);
}

function isReadable(source: string): boolean {
  if (source.length > maxCharacters) return false;
  if (source.length < maxSigns) return !tooDeep.test(source);
  const hasTooMany = [...'[<`$*_\\'].some((sign) => source.split(sign).length > maxSigns);
  return !hasTooMany && !tooDeep.test(source);
}
