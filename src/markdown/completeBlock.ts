import { type Fence, fenceOf, fencesAfter } from '#markdown/fences.ts';
import { maskFormulas } from '#markdown/maskFormulas.ts';
import { pairMarks } from '#markdown/pairMarks.ts';

/** Most characters that are completed, and of open marked text that is already marked. */
const charactersAtMost = 2_000;
const markedAtMost = 200;

/** Most columns of a table that is shown as one before the line below its head is complete. */
const columnsAtMost = 20;

/** Lines that begin an item, a row, a quote or a heading, and blank ones, which end the text before. */
const begins = /^\s*(?:[-*+]\s|[>|]|\d{1,9}[.)]|#{1,6}\s|$)/;

/** The last line of a growing text that may become an item, a rule or the underline of a heading. */
const undecided = /(?:^|\n) {0,12}(?:[-*+]{1,2}|=+|\d{1,9}[.)])[ \t]*$/;

/** The beginning of a tag at the end of a text. */
const openTag =
  /<(?:\/?[a-z]{0,10}|details[^>\n]{0,10}>\s{0,20}(?:<\/?[a-z]{0,7}|<summary>[\s\S]{0,500})?)$/i;

const signs = ['*', '**', '***', '~~'] as const;

/**
 * Returns the last block of an answer that is being written as if its open parts were closed, so that no sign is shown
 * that soon becomes bold text, code, a link or a formula.
 */
export function completeBlock(source: string): string {
  if (isWithinFence(source)) return source;
  const decided = withoutOpenFormula(source.replace(undecided, ''));
  const start = tailStart(decided);
  if (decided.length - start > charactersAtMost) return decided;
  return completeTable(decided.slice(0, start) + completeText(decided.slice(start)));
}

const itemSign = /^\s{0,20}(?:[-*+]|\d{1,9}[.)])\s+/;

function isWithinFence(source: string): boolean {
  let fences: readonly Fence[] = [];
  const lines = source.split('\n').map((line) => line.replace(itemSign, ''));
  for (const [index, line] of lines.entries()) {
    const opened = fences.length === 0 ? fenceOf(line) : undefined;
    const around = { before: lines[index - 1], after: lines[index + 1] };
    fences = opened ? [opened] : fencesAfter(fences, line, around);
  }
  return fences.length > 0;
}

/** Returns where the last paragraph, item or row begins. */
function tailStart(source: string): number {
  let start = source.length;
  while (start > 0) {
    const newline = source.lastIndexOf('\n', start - 1);
    if (begins.test(source.slice(newline + 1, start))) return newline + 1;
    start = Math.max(0, newline);
  }
  return 0;
}

function completeText(given: string): string {
  const text = given.replace(openTag, '').replace(/(?:(?<=^|\s|\|)[*_~`]+|[*_~]+|!?\[|\\)$/, '');
  return closeMarks(closeTag(closeLink(closeCode(text))));
}

/** The signs with which formulas begin. A single dollar is one only if letters and signs of a formula follow to the end. */
const formulaSign =
  /\$\$|\\[([]|\\begin\{|(?<![\w$])\$(?=(?:\\|[A-Za-z](?:[\^_(]|\s?=))[^$\n]{0,150}$)/g;

function withoutOpenFormula(text: string): string {
  const masked = text.replace(/(`+)[^`]*(?:\1|$)/g, (code) => 'a'.repeat(code.length));
  let end = 0;
  for (const { 0: sign, index } of masked.matchAll(formulaSign)) {
    if (index < end) continue;
    end = endOfFormula(masked, sign, index + sign.length);
    if (end >= 0) continue;
    return mayBeFormula(masked.slice(index), sign) ? text.slice(0, index).trimEnd() : text;
  }
  return text;
}

/** Whether the end of a text may become a formula. Formulas have no blank lines, and “$$” is also a level of prices. */
function mayBeFormula(rest: string, sign: string): boolean {
  if (rest.length > charactersAtMost || /\n\s*\n/.test(rest)) return false;
  return sign !== '$$' || /^\$\$\s*$|^\$\$[ \t]*\n|[\\^_=]/.test(rest);
}

/** Returns where the formula ends that a sign opens; -1 if it is still open. */
function endOfFormula(text: string, sign: string, from: number): number {
  const closing = { '\\[': '\\]', '\\(': '\\)', '\\begin{': '\\end{' }[sign] ?? sign;
  const at = text.indexOf(closing, from);
  return at < 0 ? -1 : at + closing.length;
}

function closeCode(text: string): string {
  let end = 0;
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    if (index < end) continue;
    const at = closingRun(text, run, index + run.length);
    if (at < 0) return text.slice(index + run.length).trim() === '' ? text : text + run;
    end = at + run.length;
  }
  return text;
}

function closingRun(text: string, run: string, from: number): number {
  const next = [...text.slice(from).matchAll(/`+/g)].find(([other]) => other.length === run.length);
  return next === undefined ? -1 : from + next.index;
}

/** An open link is its text. */
function closeLink(text: string): string {
  return text
    .replace(/!\[[^\]\n]{0,300}(?:\]\([^)\s]{0,2000})?$/, '')
    .replace(/(?<![\w\])`])\[([^[\]\n]{1,300})\]\([^)\s]{0,2000}$/, '$1')
    .replace(/(?<=^|\s|\*)\[(?=\p{L}[^[\]\n`]{0,300}$)/u, '');
}

function closeTag(text: string): string {
  const name = /<(sub|sup|kbd|mark)>[^<`]{1,100}$/i.exec(text)?.[1];
  return name === undefined ? text : `${text}</${name}>`;
}

/** Closes bold, italic and struck text, the innermost first. */
function closeMarks(given: string): string {
  let text = given.trimEnd();
  for (let depth = 0; depth < 3; depth += 1) {
    const found = signs
      .map((sign) => ({ sign, at: openedAt(text, sign) }))
      .filter(({ at }) => at >= Math.max(0, given.length - markedAtMost))
      .toSorted((one, other) => other.at - one.at || other.sign.length - one.sign.length)[0];
    if (!found) break;
    text += found.sign;
  }
  return text + given.slice(given.trimEnd().length);
}

/** Returns where the marks are that those at the end would close as a whole; -1 if there are none. */
function openedAt(text: string, sign: string): number {
  const masked = masksOf(text + sign);
  const closed = [...pairMarks(masked)].filter(([, { end }]) => end >= text.length);
  const size = closed.reduce((sum, [, pair]) => sum + pair.size, 0);
  const at = Math.min(...closed.map(([start]) => start));
  const isWhole = size === sign.length && text.charAt(at - 1) !== sign.charAt(0);
  // A star within a word is mostly a product.
  const isWithin = /^\w\*\w/.test(text.slice(Math.max(0, at - 1)));
  return isWhole && !isWithin ? at : -1;
}

function masksOf(text: string): string {
  const masked = text
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, (code) => 'a'.repeat(code.length))
    .replace(/\]\([^)\s]*\)|https?:\/\/[^\s*]+/g, (link) => 'a'.repeat(link.length))
    .replace(/\\[\s\S]/g, 'aa');
  return maskFormulas(masked, text);
}

/** Completes the head of a table and the line below it. */
function completeTable(source: string): string {
  const found = /(?:^|\n)(\|[^\n]*)(\n\|?[ \t:|-]*)?$/.exec(source);
  if (!found || /(?:^|\n)\|[^\n]*$/.test(source.slice(0, found.index))) return source;
  const head = found[1] ?? '';
  const names = head.replace(/^\||\|\s*$/g, '').split('|');
  const ruled = found[2]?.match(/-+/g)?.length ?? 0;
  if (names.length < 2 || names.length > columnsAtMost || ruled >= names.length) return source;
  const before = source.slice(0, found.index + (found[0].startsWith('\n') ? 1 : 0));
  return `${before}${head}\n${'|-'.repeat(names.length)}|`;
}
