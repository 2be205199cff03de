import { readDetails } from '#markdown/details.ts';
import { type Fence, fenceOf, fencesAfter } from '#markdown/fences.ts';

/** A part of an answer that is parsed separately. */
export type Block =
  | { kind: 'text'; source: string }
  | { kind: 'code'; info: string; code: string; closed: boolean }
  | { kind: 'footnote'; label: string; source: string }
  /** A part that readers open. */
  | { kind: 'details'; summary: string; blocks: readonly Block[] };

/**
 * The blocks of an answer, and its link definitions, which all blocks need. `parts` are the same blocks in groups of
 * equal length. An unchanged part is the same array as before, so that React does not render it again.
 */
export type Blocks = {
  blocks: readonly Block[];
  parts: readonly (readonly Block[])[];
  definitions: readonly string[];
};

const blocksPerPart = 16;

type Open = {
  lines: string[];
  start: number;
  isList: boolean;
  /** Whether indented lines after a blank one belong to the block. */
  ownsIndented: boolean;
  fences: readonly Fence[];
};
type Found = { block: Block; start: number; definitions: readonly string[] };

const blank = /^\s*$/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const definition = /^ {0,3}\[[^\]^][^\]]*\]:\s*\S+/;
const footnote = /^ {0,3}\[\^([^\]\s]{1,100})\][:：][ \t]?(.*)$/;

/**
 * Splits a growing Markdown text into blocks at blank lines, but never within a list, fenced code or a footnote. After
 * text was added, it splits again from the last but one block on, because added text cannot change earlier blocks.
 */
export class BlockSplitter {
  #text = '';
  #found: readonly Found[] = [];
  #blocks: Blocks = { blocks: [], parts: [], definitions: [] };

  split(text: string): Blocks {
    if (text === this.#text) return this.#blocks;
    const kept = text.startsWith(this.#text) ? this.#found.slice(0, -2) : [];
    const start = kept.length === 0 ? 0 : (this.#found[kept.length]?.start ?? 0);
    const found = [...kept, ...scan(text, start)];
    this.#text = text;
    this.#found = found;
    const before = this.#blocks;
    const blocks = found.map(({ block }) => block);
    const definitions = found.flatMap((one) => one.definitions);
    this.#blocks = {
      blocks,
      parts: partsOf(blocks, before.parts),
      definitions: isSameList(definitions, before.definitions) ? before.definitions : definitions,
    };
    return this.#blocks;
  }
}

function partsOf(blocks: readonly Block[], before: Blocks['parts']): Blocks['parts'] {
  const count = Math.ceil(blocks.length / blocksPerPart);
  return Array.from({ length: count }, (_, index) => {
    const part = blocks.slice(index * blocksPerPart, (index + 1) * blocksPerPart);
    const known = before[index];
    return known && isSameList(part, known) ? known : part;
  });
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Returns the blocks with those in parts that readers open. */
export function allBlocks(blocks: readonly Block[]): readonly Block[] {
  if (blocks.every(({ kind }) => kind !== 'details')) return blocks;
  return blocks.flatMap((block) =>
    block.kind === 'details' ? [block, ...allBlocks(block.blocks)] : [block],
  );
}

function scan(text: string, from: number): Found[] {
  const scanner = new Scanner();
  for (let start = from; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const tag = scanner.isInCode ? undefined : readDetails(text, start, end, scanner.depth);
    const line = text.slice(start, tag?.start ?? end).replace(/\r$/, '');
    if (!tag || !blank.test(line)) scanner.line(line, start, lineAfter(text, end));
    if (tag?.summary !== undefined) scanner.openDetails(tag.summary, tag.start);
    else if (tag) scanner.closeDetails();
    start = tag?.end ?? end + 1;
  }
  return scanner.close();
}

/** Returns the line after the one that ends at `end`. */
function lineAfter(text: string, end: number): string {
  const newline = text.indexOf('\n', end + 1);
  return text.slice(end + 1, newline < 0 ? text.length : newline);
}

/** Reads lines in their order, and adds each block to those found when the next one begins. */
class Scanner {
  #found: Found[] = [];
  /** The parts around the line that readers open, the outermost first, each with the blocks before it. */
  readonly #details: { summary: string; start: number; before: Found[] }[] = [];
  #open: Open | undefined;
  #code: { fences: readonly Fence[]; fence: Fence; lines: string[]; start: number } | undefined;
  #afterBlank = true;

  get depth(): number {
    return this.#details.length;
  }

  get isInCode(): boolean {
    return this.#code !== undefined || (this.#open?.fences.length ?? 0) > 0;
  }

  line(line: string, start: number, after: string): void {
    if (this.#code) return this.#codeLine(line, after);
    if (this.#open && this.#open.fences.length > 0) {
      const before = this.#open.lines.at(-1);
      this.#open.lines.push(line);
      this.#open.fences = fencesAfter(this.#open.fences, line, { before, after });
      return;
    }
    if (blank.test(line)) {
      this.#open?.lines.push(line);
      this.#afterBlank = true;
      return;
    }
    const fence = fenceOf(line);
    if (fence && this.#isOwnBlock(fence)) {
      this.#closeText();
      this.#code = { fences: [fence], fence, lines: [], start };
    } else this.#textLine(line, start, fence);
    this.#afterBlank = false;
  }

  openDetails(summary: string, start: number): void {
    this.#closeText();
    this.#details.push({ summary, start, before: this.#found });
    this.#found = [];
    this.#afterBlank = true;
  }

  closeDetails(): void {
    this.#closeText();
    const details = this.#details.pop();
    if (!details) return;
    const { summary, start, before } = details;
    const blocks = this.#found.map(({ block }) => block);
    const definitions = this.#found.flatMap((one) => one.definitions);
    before.push({ block: { kind: 'details', summary, blocks }, start, definitions });
    this.#found = before;
    this.#afterBlank = true;
  }

  close(): Found[] {
    this.#closeCode(false);
    this.#closeText();
    while (this.#details.length > 0) this.closeDetails();
    return this.#found;
  }

  #codeLine(line: string, after: string): void {
    if (!this.#code) return;
    const before = this.#code.lines.at(-1) ?? this.#code.fence.info;
    this.#code.fences = fencesAfter(this.#code.fences, line, { before, after });
    if (this.#code.fences.length === 0) this.#closeCode(true);
    else this.#code.lines.push(line);
  }

  #textLine(line: string, start: number, fence: Fence | undefined): void {
    const open = this.#open;
    if (!open || footnote.test(line) || (this.#afterBlank && !continues(open, line))) {
      this.#closeText();
      const isList = listItem.test(line);
      const ownsIndented = isList || footnote.test(line);
      this.#open = { lines: [line], start, isList, ownsIndented, fences: [] };
    } else open.lines.push(line);
    // Code in a list or footnote may contain blank lines that do not end the list.
    if (this.#open && fence) this.#open.fences = [fence];
  }

  /** Whether a fence is a block of its own. An indented fence within a list belongs to the list. */
  #isOwnBlock({ indent }: Fence): boolean {
    return indent <= 3 && !(indent > 0 && this.#open?.ownsIndented);
  }

  #closeCode(closed: boolean): void {
    const code = this.#code;
    if (!code) return;
    const indent = new RegExp(`^ {0,${code.fence.indent}}`);
    const lines = code.lines.map((line) => line.replace(indent, ''));
    const block: Block = { kind: 'code', info: code.fence.info, code: lines.join('\n'), closed };
    this.#found.push({ block, start: code.start, definitions: [] });
    this.#code = undefined;
    this.#afterBlank = true;
  }

  #closeText(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    const [first = '', ...rest] = open.lines;
    const note = footnote.exec(first);
    const definitions = open.lines.filter((line) => definition.test(line));
    const block: Block = note
      ? { kind: 'footnote', label: note[1] ?? '', source: noteText(note[2] ?? '', rest) }
      : { kind: 'text', source: open.lines.join('\n').trimEnd() };
    this.#found.push({ block, start: open.start, definitions });
  }
}

/** Whether a line after a blank one belongs to the block before: it is indented, or the next item of the list. */
function continues(open: Open, line: string): boolean {
  return open.ownsIndented && (/^\s+\S/.test(line) || (open.isList && listItem.test(line)));
}

function noteText(first: string, rest: readonly string[]): string {
  return [first, ...rest.map((line) => line.replace(/^(?: {4}|\t)/, ''))].join('\n').trim();
}
