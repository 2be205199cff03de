import { answerTokenizer, footnoteMarks, lineBreaks } from '#markdown/answerExtensions.ts';
import { readPieces } from '#markdown/boundedLexer.ts';
import { readMaths } from '#markdown/readMaths.ts';
import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';

export type { MarkedToken, Token, Tokens } from 'marked';
export type { Maths } from '#markdown/readMaths.ts';

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
  extensions: [footnoteMarks, lineBreaks, mathsBlock, mathsInline],
  tokenizer: answerTokenizer,
});

/** Returns the tokens of a block of Markdown. `links`: the link definitions that it uses, one a line. */
export function readMarkdown(source: string, links = ''): Token[] {
  return [...readPieces(source, links, parser.defaults)].flatMap((piece) =>
    piece.type === 'text'
      ? piece.tokens
      : [{ type: 'plain', raw: piece.source, text: piece.source }],
  );
}
