import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';
import {
  type FootnoteMark,
  type TaggedText,
  answerTokenizer,
  footnoteMarks,
  lineBreaks,
  taggedTexts,
} from '#markdown/answerExtensions.ts';
import { boundedTokenizer, readInline, readPieces, readWhole } from '#markdown/boundedLexer.ts';
import { type Maths, readMaths } from '#markdown/readMaths.ts';

export { type MarkedToken, type Token, type Tokens, walkTokens } from 'marked';

/** A part that is nested too deep, and shown as it was written. */
export type Plain = { type: 'plain'; raw: string; text: string };

/** The tokens that `marked` does not have. */
export type OwnToken = Maths | FootnoteMark | TaggedText | Plain;

const mathsBlock: TokenizerAndRendererExtension = {
  name: 'maths',
  level: 'block',
  start: (source) => source.match(/\n {0,3}(?:\$\$|\\\[|\\begin\{)/)?.index,
  tokenizer: (source) => readMaths(source, 'block'),
};

const mathsInline: TokenizerAndRendererExtension = {
  name: 'inlineMaths',
  level: 'inline',
  start: (source) => source.match(/\$|\\(?:[([]|begin\{|boxed\{)/)?.index,
  // The text before grows by pieces: reading its end copies it whole, so that it is read where it matters only.
  tokenizer: (source, before) =>
    readMaths(source, 'inline', source.startsWith('$') ? before.at(-1)?.raw.at(-1) : ''),
};

const parser = new Marked({
  gfm: true,
  extensions: [footnoteMarks, lineBreaks, taggedTexts, mathsBlock, mathsInline],
  tokenizer: answerTokenizer,
});

/** Yields the tokens of a block of Markdown in parts. `links`: the link definitions that it uses, one a line. */
export function* readTokens(source: string, links: string): Generator<Token[]> {
  for (const piece of readPieces(source, links, parser.defaults)) {
    yield piece.type === 'text'
      ? piece.tokens
      : [{ type: 'plain', raw: piece.source, text: piece.source }];
  }
}

/** Returns the tokens of a block of Markdown. */
export function readMarkdown(source: string, links = ''): Token[] {
  return [...readTokens(source, links)].flat();
}

/** Returns the tokens of the text of a paragraph, heading or cell. */
export function readInlineMarkdown(source: string): Token[] {
  return readInline(source, parser.defaults);
}

/** Posts and policies have prices, but no formulas and no footnotes. */
const ownParser = new Marked({ gfm: true, tokenizer: boundedTokenizer });

/** Returns the tokens of a text of this project: a post or a policy. */
export function readOwnMarkdown(text: string): Token[] {
  return readWhole(text, ownParser.defaults);
}
