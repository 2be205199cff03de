import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked';
import { readBareAddress } from '#markdown/bareAddress.ts';
import { cutBlock } from '#markdown/cutBlock.ts';
import { cutInline } from '#markdown/cutInline.ts';

/** Most lines of a heading that is underlined with `===` or `---`. */
const headingLines = 3;

/** Cells of a table that any table may have, and how many times as many as its text has separators. */
const cells = { free: 200, timesSeparators: 4 };

/** Quotes and lists that are nested deeper stay text. A blank follows the mark of a list, unlike in rules (`-----`). */
const tooDeep = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){25}/m;

/** Methods for `Marked.use` that replace those of `marked` that take more than linear time. */
export const boundedTokenizer = {
  // HTML is shown as text.
  html: () => undefined,
  tag: () => undefined,
  url(this: Tokenizer, source: string): Tokens.Link | undefined | false {
    return readBareAddress(source) ?? Tokenizer.prototype.url.call(this, source);
  },
  lheading(this: Tokenizer, source: string): Tokens.Heading | undefined | false {
    return Tokenizer.prototype.lheading.call(this, firstLines(source, headingLines));
  },
  table(this: Tokenizer, source: string): Tokens.Table | undefined | false {
    return isWide(source) ? undefined : Tokenizer.prototype.table.call(this, source);
  },
};

/** The lexer of `marked`, which gets the text of paragraphs and cells in short parts. */
class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    for (const part of cutInline(source)) super.inlineTokens(part, tokens);
    return tokens;
  }
}

export type ReadPiece = { type: 'text'; tokens: Token[] } | { type: 'plain'; source: string };

/**
 * Parses a block in parts of limited length. `links` are the link definitions that it uses, one a line. A part that is
 * nested too deep stays plain.
 */
export function* readPieces(
  source: string,
  links: string,
  options: MarkedOptions,
): Generator<ReadPiece> {
  for (const piece of cutBlock(source)) {
    if (tooDeep.test(piece)) yield { type: 'plain', source: piece };
    else {
      const text = links === '' ? piece : `${piece}\n\n${links}`;
      yield { type: 'text', tokens: new BoundedLexer(options).lex(text) };
    }
  }
}

/** Parses the text of a paragraph, heading or cell. */
export function readInline(source: string, options: MarkedOptions): Token[] {
  return new BoundedLexer(options).inlineTokens(source);
}

function firstLines(source: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = source.indexOf('\n', end + 1);
    if (end < 0) return source;
  }
  return source.slice(0, end + 1);
}

/** Whether a table has so many columns and so few separators that filling its rows would take long. */
function isWide(source: string): boolean {
  const names = source.slice(0, Math.max(0, source.indexOf('\n')));
  const end = source.search(/\n[ \t]*\n/);
  const table = end < 0 ? source : source.slice(0, end);
  const rows = table.split('\n').length;
  const columns = names.split('|').length;
  return rows * columns > cells.free + cells.timesSeparators * table.split('|').length;
}
