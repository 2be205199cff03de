import { boundedTokenizer, readPieces } from '#markdown/boundedLexer.ts';
import { readMaths } from '#markdown/readMaths.ts';
import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';

export type { MarkedToken, Token, Tokens } from 'marked';
export type { Maths } from '#markdown/readMaths.ts';

/** The token of our own extension. */
export type FootnoteMark = { type: 'footnote'; raw: string; label: string };

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

const parser = new Marked({
  gfm: true,
  extensions: [footnote, lineBreak, mathsBlock, mathsInline],
  tokenizer: {
    ...boundedTokenizer,
    url(source) {
      // A footnote after an address is not part of it.
      const mark = source.search(/\[\^[^\]\s]{1,100}\]|\s/);
      return boundedTokenizer.url.call(this, mark < 0 ? source : source.slice(0, mark));
    },
  },
});

/** Returns the tokens of a block of Markdown. `links`: the link definitions that it uses, one a line. */
export function readMarkdown(source: string, links = ''): Token[] {
  return [...readPieces(source, links, parser.defaults)].flatMap((piece) =>
    piece.type === 'text'
      ? piece.tokens
      : [{ type: 'plain', raw: piece.source, text: piece.source }],
  );
}
