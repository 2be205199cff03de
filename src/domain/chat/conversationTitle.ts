import { titleMaxCharacters } from '#domain/chat/chat.ts';
import { dropOverrides } from '#domain/texts/text.ts';

/** Wide characters. Each counts as two in the width of a title. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;

/** Lines of a question that are considered: so many from the start, and so many from the end. */
const linesConsidered = 40;

/** Characters at the start of a line from which Markdown is removed. The rest of the line is dropped. */
const markupCharacters = 1_000;

/** A longer first line counts as pasted text, whose question may be in the last line. */
const pastedLineCharacters = 300;

/** Greetings before a question. A greeting ends with punctuation or the end of the line. */
const greetings = new RegExp(
  String.raw`^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| all| everyone| everybody)?` +
    String.raw`|hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|xin chào|chào(?: bạn)?` +
    String.raw`|你好|您好|嗨|哈囉|哈啰|早上好|晚上好|こんにちは|こんばんは|おはよう(?:ございます)?|안녕(?:하세요|하십니까)?)` +
    String.raw`(?: (?:chatgpt|gpt|claude|dolores|assistant|ai))?\s*(?:[,.!?;:…，。！？、~～👋😀🙂]+\s*|$)`,
  'iu',
);

const sentenceEnd = /[.!?…](?=\s)|[。！？]/gu;

/**
 * Returns the first title of a conversation, made from its first question: the first line with letters, digits or symbols,
 * without Markdown and greeting. For a long pasted text, the question in its last line. A long line is cut after its first
 * sentence or a word. The title has at most `titleMaxCharacters`; wide characters count twice.
 */
export function titleOf(question: string): string {
  const line = chooseLine(linesOf(question)) ?? oneLine(question);
  return shorten(line) || '…';
}

/** Returns an imported title as one line, cut to the length of a title; empty if it has only spaces. */
export function fitTitle(title: string): string {
  const line = oneLine(title);
  const characters = [...line];
  return characters.length <= titleMaxCharacters
    ? line
    : `${fitting(line, titleMaxCharacters - 1)}…`;
}

function chooseLine(lines: readonly string[]): string | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isPasted = first.length > pastedLineCharacters || lines.length >= linesConsidered;
  if (isPasted && last.length <= titleMaxCharacters * 2 && /[?？]$/.test(last)) return last;
  return first;
}

/** Returns the lines outside code blocks, or the lines of code if there are no others. */
function linesOf(question: string): string[] {
  const code = /^ {0,3}(`{3,}|~{3,})[^\n]*\n?([\s\S]*?)(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
  const outside = readable(question.replace(code, '\n'));
  return outside.length > 0 ? outside : readable(question.replace(code, '$2'));
}

function readable(text: string): string[] {
  const lines = text.split('\n');
  const considered =
    lines.length > 2 * linesConsidered
      ? [...lines.slice(0, linesConsidered), ...lines.slice(-linesConsidered)]
      : lines;
  const plain = considered.map(withoutMarkdown).filter((line) => /[\p{L}\p{N}\p{S}]/u.test(line));
  const rest = plain
    .map((line, index) => (index === 0 ? withoutGreeting(line) : line))
    .filter((line) => line !== '');
  return rest.length > 0 ? rest : plain;
}

function withoutMarkdown(line: string): string {
  const text = oneLine(line.slice(0, markupCharacters))
    // Headings, quotes, lists, check boxes, rules and borders of tables.
    .replace(/^(?:(?:#{1,6}|>+|[-*+]|\d{1,3}[.)])\s+)+/, '')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/^(?:[-*_]\s?){3,}$|^\|?[\s:|-]+\|[\s:|-]*$/, '')
    .replace(/!?\[([^\]]{0,200})\]\((?:[^()\s]|\([^()]*\)){1,500}\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(^|[^\p{L}\p{N}_*])([*_])(?=[^\s*_])([^*_]*[^\s*_])\2(?![\p{L}\p{N}])/gu, '$1$3')
    .replace(/`+([^`]+)`+/g, '$1');
  return shortUrl(text).trim();
}

function withoutGreeting(line: string): string {
  const rest = line.replace(greetings, '').trimStart();
  if (rest === line || rest === '') return rest;
  return rest.charAt(0).toLocaleUpperCase('en') + rest.slice(1);
}

/** Returns the host and path if the line is only a URL, else the line. */
function shortUrl(line: string): string {
  const [, host, path = ''] = /^https?:\/\/(?:www\.)?([^\s/?#]+)([^\s?#]*)\S*$/.exec(line) ?? [];
  return host === undefined ? line : host + path.replace(/\/$/, '');
}

function shorten(line: string): string {
  const text = line.replace(/\s*[:：]$/, '');
  if (widthOf(text) <= titleMaxCharacters) return text;
  const sentence = firstSentence(text);
  if (sentence !== undefined) return sentence;
  const cut = fitting(text, titleMaxCharacters - 1);
  const end = Math.max(cut.lastIndexOf(' '), cut.search(/[，、；：][^，、；：]*$/u));
  const whole = end > cut.length / 2 ? cut.slice(0, end) : cut;
  return `${whole.replace(/[\s,;:，、；：]+$/u, '')}…`;
}

/** Returns the first sentence that is long enough for a title, if it fits into one. */
function firstSentence(text: string): string | undefined {
  for (const { index, 0: mark } of text.matchAll(sentenceEnd)) {
    const sentence = text.slice(0, index + mark.length);
    const width = widthOf(sentence);
    if (width > titleMaxCharacters) return undefined;
    if (width >= 15) return sentence.replace(/[.。]$/, '');
  }
  return undefined;
}

/** Returns the start of `text` that is at most `maxWidth` wide, without splitting a character. */
function fitting(text: string, maxWidth: number): string {
  let left = maxWidth;
  let end = 0;
  const start = text.slice(0, maxWidth * 20);
  for (const { segment } of new Intl.Segmenter('en').segment(start)) {
    left -= widthOf(segment);
    if (left < 0 || end + segment.length > start.length) break;
    end += segment.length;
  }
  return start.slice(0, end);
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

function oneLine(text: string): string {
  return dropOverrides(text.slice(0, 20_000))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
