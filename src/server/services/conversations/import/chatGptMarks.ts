import type { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import {
  type MessageSources,
  type Source,
  toLink,
} from '#server/services/conversations/import/chatGptSources.ts';
import { isRecord, storableText } from '#server/services/conversations/import/imported.ts';

export type MarkContext = {
  sources: MessageSources;
  /** The search results of the conversation, by their name in marks. */
  results: ReadonlyMap<string, Source>;
  leftOut: LeftOut;
};

/** The name of a search result or file of an answer, as in `turn0search1`. */
const referenceName = /^turn\d+[a-z_]+\d+(?:\s*,\s*turn\d+[a-z_]+\d+)*$/i;

/** Marks without their nested ones: the kind, then its arguments. */
const mark = /\ue200([^\ue200\ue201]*)\ue201/g;

/** Marks of the older form, such as `【3†source】` and `【4:0†report.pdf】`. */
const numberedMark = /【(\d+)(?::\d+)?†([^】]{0,200})】/g;

const depthAtMost = 5;

/**
 * Replaces the marks in an answer of ChatGPT, which are private-use characters around their arguments, by the text that
 * is shown for them: names, titles, links to sources. Marks without a text are counted as left out.
 */
export function replaceMarks(text: string, context: MarkContext): string {
  let read = text;
  for (let depth = 0; depth < depthAtMost && read.includes('\ue200'); depth += 1) {
    const before = read;
    read = read.replace(mark, (whole: string, content: string, at: number, all: string) => {
      const shown = textOfMark(whole, content, context);
      // Sources follow a word without a space.
      return shown.startsWith('(') && /\S/.test(all.charAt(at - 1)) ? ` ${shown}` : shown;
    });
    if (read === before) break;
  }
  return read
    .replace(numberedMark, (_, number: string, name: string) =>
      textOfNumber(Number(number), name, context),
    )
    .replace(/\ue200\w*\ue202?/g, '')
    .replace(/[\ue200-\ue206]/g, '');
}

function textOfMark(whole: string, content: string, context: MarkContext): string {
  const [kind = '', ...given] = content.split('\ue202');
  const shown = context.sources.shown.get(whole);
  if (shown !== undefined && !/[\ue200-\ue206]/.test(shown)) return shown;
  const texts = given.filter((argument) => !referenceName.test(argument.trim()));
  const sources = sourcesOf(whole, given, context);
  const isCitation = /cite/i.test(kind);
  const names = isCitation ? [] : texts.flatMap(namesIn);
  if (names.length > 0) return textOfNames(names, sources);
  if (sources.length > 0) return `(${sources.map(toLink).join(', ')})`;
  context.leftOut.count('references');
  return '';
}

function textOfNames(names: readonly string[], sources: readonly Source[]): string {
  const [url] = [...names.filter(isUrl), ...sources.map((source) => source.url)];
  const title = names.filter((name) => !isUrl(name)).join(', ');
  if (url === undefined || url === '') return title;
  return toLink({ title, url });
}

function sourcesOf(
  whole: string,
  given: readonly string[],
  context: MarkContext,
): readonly Source[] {
  const known = context.sources.byMark.get(whole) ?? [];
  if (known.length > 0) return known;
  return given.flatMap((name) => context.results.get(name.trim()) ?? []);
}

function textOfNumber(number: number, name: string, { sources, leftOut }: MarkContext): string {
  const source = sources.byNumber.get(number);
  if (source) return ` (${toLink(source)})`;
  if (name !== '' && !/^(?:source|L\d+(?:-L\d+)?)$/i.test(name)) return ` (${name})`;
  leftOut.count('references');
  return '';
}

/** Returns the names in an argument: `["people","Ada","writer"]` has a kind, a name and a description. */
function namesIn(argument: string): string[] {
  const trimmed = argument.trim();
  if (trimmed === '') return [];
  if (!/^[[{]/.test(trimmed)) return [trimmed];
  const value = parse(trimmed);
  if (Array.isArray(value)) return nameInList(value);
  if (isRecord(value)) return nameInRecord(value);
  // A list that was cut off, or a text that begins like one.
  const quoted = [...trimmed.matchAll(/"((?:[^"\\]|\\.)*)(?:"|$)/g)].map(([, text = '']) => text);
  return quoted.length > 0 ? nameInList(quoted) : [trimmed];
}

function nameInList(list: readonly unknown[], depth = 0): string[] {
  const texts = list.map(storableText).filter((text) => text !== '' && !referenceName.test(text));
  // Lists of lists name several things.
  if (texts.length === 0) return list.flatMap((one) => namesInValue(one, depth));
  const hasKind = texts.length > 1 && storableText(list[0]) === texts[0];
  return texts.slice(hasKind ? 1 : 0).slice(0, 1);
}

function nameInRecord(record: Record<string, unknown>, depth = 0): string[] {
  const keys = ['title', 'name', 'text', 'label', 'content', 'query', 'prompt'];
  for (const key of keys) {
    const value = record[key];
    const texts = (Array.isArray(value) ? value : [value]).map(storableText).filter(Boolean);
    if (texts.length > 0) return texts;
  }
  return Object.values(record).flatMap((value) => namesInValue(value, depth));
}

function namesInValue(value: unknown, depth: number): string[] {
  if (depth >= depthAtMost) return [];
  if (Array.isArray(value)) return nameInList(value, depth + 1);
  return isRecord(value) ? nameInRecord(value, depth + 1) : [];
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
