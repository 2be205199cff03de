import { environmentEnd } from '#markdown/environments.ts';
import { type Fence, fenceOf, fencesAfter } from '#markdown/fences.ts';

/** A part of a text. `begins`: a block, an item or a row begins with it. `fixed` is a block of code or a formula. */
export type TextPart = { kind: 'prose' | 'fixed'; text: string; begins: boolean };

/** Signs before the content of a line: indentation, quotes, items of lists. */
const signs = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;

const beginsBlock = /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/;
const listItem = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** A heading or a rule, after which no paragraph goes on. */
const wholeBlock = /^ {0,3}(?:#{1,6}[ \t]|(?:[-*_][ \t]*){3,}$)/;

/** Blanks by which a line is indented more than the text around it to be code. */
const codeIndent = 4;

/** The beginning of a line that may become a fence, a formula or the sign of an item. */
const undecided = /^(?:\d{1,9}[.)]?|[-*+]+|#{1,6}|`+|~+|`{3}.*|~{3}.*|\$|\$\$.*|\\|\\[[b].*)$/s;

/** Lines of a formula before its end is known. */
type OpenFormula = { end: string; text: string };

/**
 * Splits a growing Markdown text into prose and into blocks of code and formulas. Prose is returned as soon as it is
 * certain. The parts, one after the other, are the text.
 */
export class ProseSplitter {
  #line = '';
  /** How many characters of the line were returned. */
  #returned = 0;
  #code: { fences: readonly Fence[]; isQuoted: boolean } | undefined;
  #formula: OpenFormula | undefined;
  #afterBlank = true;
  /** Whether no paragraph goes on, so that an indented line is code. */
  #afterBlock = true;
  /** The columns at which the texts of the open items of lists begin, the outermost first. */
  #items: readonly number[] = [];

  add(text: string): TextPart[] {
    const parts: TextPart[] = [];
    for (const piece of text.split(/(?<=\n)/)) {
      this.#line += piece;
      if (piece.endsWith('\n')) this.#endLine(parts);
    }
    this.#beginLine(parts);
    return parts;
  }

  end(): TextPart[] {
    const parts: TextPart[] = [];
    if (this.#line !== '') this.#endLine(parts);
    const { text = '' } = this.#formula ?? {};
    this.#formula = undefined;
    if (text !== '') parts.push({ kind: 'prose', text, begins: true });
    return parts;
  }

  /** Returns the beginning of a line as soon as it can only be prose. */
  #beginLine(parts: TextPart[]): void {
    const text = this.#line.slice(this.#returned);
    if (text === '' || this.#code || this.#formula) return;
    if (this.#returned === 0) {
      if (undecided.test(this.#line.replace(signs, '')) || this.#isCode(this.#line)) return;
      if (this.#line.replace(signs, '') === '') return;
      this.#noteProse(this.#line);
    }
    const begins = this.#returned === 0 && this.#begins(this.#line);
    parts.push({ kind: 'prose', text, begins });
    this.#returned = this.#line.length;
  }

  #endLine(parts: TextPart[]): void {
    const line = this.#line;
    const text = line.slice(this.#returned);
    const isBegun = this.#returned > 0;
    this.#line = '';
    this.#returned = 0;
    if (isBegun) {
      this.#afterBlank = false;
      this.#afterBlock = wholeBlock.test(line.trimEnd());
      parts.push({ kind: 'prose', text, begins: false });
    } else if (this.#code?.isQuoted && !/^\s*>/.test(line)) {
      this.#code = undefined;
      this.#afterBlock = true;
      this.#wholeLine(line, parts);
    } else if (this.#code) {
      const content = this.#code.isQuoted ? line.replace(/^[ \t>]*/, '') : line;
      this.#code.fences = fencesAfter(this.#code.fences, content);
      if (this.#code.fences.length === 0) this.#code = undefined;
      this.#afterBlock = true;
      parts.push({ kind: 'fixed', text: line, begins: true });
    } else if (this.#formula) this.#formulaLine(this.#formula, line, parts);
    else this.#wholeLine(line, parts);
  }

  #wholeLine(line: string, parts: TextPart[]): void {
    const content = line.replace(signs, '');
    const isCode = this.#isCode(line);
    const fence = isCode ? undefined : fenceOf(content.trimEnd());
    const formula = isCode ? undefined : formulaIn(content);
    if (line.trim() === '') {
      this.#afterBlank = true;
      this.#afterBlock = true;
      parts.push({ kind: 'prose', text: line, begins: true });
      return;
    }
    if (formula === 'open') {
      this.#formula = { end: formulaEnd(content) ?? '', text: line };
      return;
    }
    if (fence) this.#code = { fences: [fence], isQuoted: /^\s*>/.test(line) };
    const kind = isCode || fence || formula === 'whole' ? 'fixed' : 'prose';
    const begins = kind === 'fixed' || this.#begins(line);
    if (!isCode) this.#noteProse(line);
    this.#afterBlank = false;
    this.#afterBlock = kind === 'fixed' || wholeBlock.test(line.trimEnd());
    parts.push({ kind, text: line, begins });
  }

  #formulaLine(open: OpenFormula, line: string, parts: TextPart[]): void {
    // Code begins, so that the formula has no end.
    if (fenceOf(line.replace(signs, '').trimEnd())) {
      this.#formula = undefined;
      parts.push({ kind: 'prose', text: open.text, begins: true });
      this.#wholeLine(line, parts);
      return;
    }
    open.text += line;
    const isClosed = line.includes(open.end);
    // Formulas contain no blank lines.
    if (!isClosed && line.trim() !== '') return;
    this.#formula = undefined;
    this.#afterBlank = !isClosed;
    this.#afterBlock = true;
    parts.push({ kind: isClosed ? 'fixed' : 'prose', text: open.text, begins: true });
  }

  #isCode(line: string): boolean {
    if (!this.#afterBlock) return false;
    const indent = indentOf(line);
    const item = this.#items.findLast((column) => column <= indent) ?? 0;
    return indent - item >= codeIndent;
  }

  #begins(line: string): boolean {
    return this.#afterBlank || beginsBlock.test(line);
  }

  #noteProse(line: string): void {
    const item = listItem.exec(line)?.[0];
    if (item !== undefined) {
      const outer = this.#items.filter((column) => column <= indentOf(line));
      this.#items = [...outer, widthOf(item)];
    } else if ((this.#afterBlank || wholeBlock.test(line.trimEnd())) && !/^\s/.test(line)) {
      this.#items = [];
    }
  }
}

function indentOf(line: string): number {
  return widthOf(/^[ \t]*/.exec(line)?.[0] ?? '');
}

/** Returns the columns of a text. A tab leads to the next multiple of four. */
function widthOf(text: string): number {
  return [...text].reduce(
    (column, sign) => (sign === '\t' ? column + codeIndent - (column % codeIndent) : column + 1),
    0,
  );
}

/** Whether a line is a whole formula, or the beginning of one that ends in another line. */
function formulaIn(content: string): 'whole' | 'open' | undefined {
  const line = content.trimEnd();
  const end = formulaEnd(line);
  if (end === undefined) return undefined;
  const at = line.indexOf(end, 2);
  if (at < 0) return 'open';
  return at === line.length - end.length && line.length > 4 ? 'whole' : undefined;
}

function formulaEnd(line: string): string | undefined {
  if (line.startsWith('$$')) return '$$';
  return line.startsWith('\\[') ? '\\]' : environmentEnd(line);
}
