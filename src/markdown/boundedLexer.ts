import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked';
import { readBareAddress } from '#markdown/bareAddress.ts';
import { cutBlock } from '#markdown/cutBlock.ts';
import { cutInline } from '#markdown/cutInline.ts';
import { type Fence, fenceOf, fencesAfter, isMarkdown } from '#markdown/fences.ts';
import { maskFormulas } from '#markdown/maskFormulas.ts';
import { type MarkPair, pairMarks } from '#markdown/pairMarks.ts';
import { escapeFormulaPipes } from '#markdown/tablePipes.ts';

/** Most lines of a heading that is underlined with `===` or `---`. */
const headingLines = 3;

/** Cells of a table that any table may have, and how many times as many as its text has separators. */
const cells = { free: 200, timesSeparators: 4 };

/** Quotes and lists that are nested deeper stay text. A blank follows the mark of a list, unlike in rules (`-----`). */
const tooDeep = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){25}/m;

/**
 * Methods for `Marked.use` that replace those of `marked`: they take linear time, and find marks beside Chinese, Japanese
 * and Korean.
 */
export const boundedTokenizer = {
  // HTML is shown as text.
  html: () => undefined,
  tag: () => undefined,
  emStrong(this: Tokenizer, source: string, masked: string): Tokens.Em | Tokens.Strong | undefined {
    const found = /^[*_]/.test(source) ? readPair(this, source, masked) : undefined;
    return found && { type: found.size === 2 ? 'strong' : 'em', ...found.token };
  },
  del(this: Tokenizer, source: string, masked: string): Tokens.Del | undefined {
    const found = source.startsWith('~') ? readPair(this, source, masked) : undefined;
    return found && { type: 'del', ...found.token };
  },
  url(this: Tokenizer, source: string): Tokens.Link | undefined | false {
    return readBareAddress(source) ?? Tokenizer.prototype.url.call(this, source);
  },
  fences(this: Tokenizer, source: string): Tokens.Code | undefined | false {
    return readMarkdownCode(source) ?? Tokenizer.prototype.fences.call(this, source);
  },
  lheading(this: Tokenizer, source: string): Tokens.Heading | undefined | false {
    return Tokenizer.prototype.lheading.call(this, firstLines(source, headingLines));
  },
  table(this: Tokenizer, source: string): Tokens.Table | undefined | false {
    if (isWide(source)) return undefined;
    const table = Tokenizer.prototype.table.call(this, escapeFormulaPipes(source));
    if (!table) return undefined;
    const raw = firstLines(source, table.raw.split('\n').length).replace(/\n$/, '');
    return { ...table, raw };
  },
};

/** The lexer of `marked`, which gets the text of paragraphs and cells in short parts. */
class BoundedLexer extends Lexer {
  readonly #pairs = new Map<string, ReadonlyMap<number, MarkPair>>();

  /**
   * Returns the pairs of marks in a text in which links, code and escaped signs are masked. `rest`: the end of the same
   * text without masks, from the first mark on.
   */
  pairsIn(masked: string, rest: string): ReadonlyMap<number, MarkPair> {
    const pairs = this.#pairs.get(masked) ?? pairMarks(maskFormulas(masked, rest));
    this.#pairs.set(masked, pairs);
    return pairs;
  }

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

/** Parses a text of our own, which need not be cut. */
export function readWhole(source: string, options: MarkedOptions): Token[] {
  return new BoundedLexer(options).lex(source);
}

/** Parses the text of a paragraph, heading or cell. */
export function readInline(source: string, options: MarkedOptions): Token[] {
  return new BoundedLexer(options).inlineTokens(source);
}

/** Returns the bold, italic or struck text that begins where the rest of a masked text does. */
function readPair({ lexer }: Tokenizer, source: string, masked: string) {
  const start = masked.length - source.length;
  const pair = lexer instanceof BoundedLexer ? lexer.pairsIn(masked, source).get(start) : undefined;
  if (!pair) return undefined;
  const { end, size } = pair;
  const raw = source.slice(0, end + size - start);
  const text = raw.slice(size, -size);
  return { size, token: { raw, text, tokens: lexer.inlineTokens(text) } };
}

/** Returns code in Markdown, with the code within it. Code in other languages is read by `marked`. */
function readMarkdownCode(source: string): Tokens.Code | undefined {
  const fence = /^ {0,3}[`~]{3}/.test(source) ? fenceOf(source.split('\n', 1)[0] ?? '') : undefined;
  if (!fence || !isMarkdown(fence)) return undefined;
  const lines = source.split('\n');
  let open: readonly Fence[] = [fence];
  let end = 1;
  for (; end < lines.length; end += 1) {
    const around = { before: lines[end - 1], after: lines[end + 1] };
    open = fencesAfter(open, lines[end] ?? '', around);
    if (open.length === 0) break;
  }
  const indent = new RegExp(`^ {0,${fence.indent}}`);
  return {
    type: 'code',
    raw: lines.slice(0, end + 1).join('\n'),
    lang: fence.info,
    text: lines
      .slice(1, end)
      .map((line) => line.replace(indent, ''))
      .join('\n'),
  };
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
