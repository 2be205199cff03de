import { gptIdInLink, linkedGptSource } from '#domain/gpts/gptLinks.ts';
import { clip } from '#domain/texts/text.ts';
import { type Markup, readMarkup } from '#server/services/gpts/linked/readMarkup.ts';
import { readGpt } from '#server/services/gpts/readGpt.ts';
import { RejectedField } from '#server/services/gpts/rejectedField.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** How many levels and values of a page's data are searched. */
const maxDepth = 12;
const maxValues = 20_000;

const maxStarters = 12;

/** Lengths in characters, at most half of `gptLimits`, which count characters beyond U+FFFF twice. */
const most = { name: 100, description: 4_000, author: 100, starter: 2_000 } as const;

type PublicGpt = {
  name: string;
  description?: string | undefined;
  author?: string | undefined;
  starters: readonly string[];
};

/**
 * Reads a GPT from its public page elsewhere: name, description, author and starters, as plain text within our limits.
 * Reads no picture and no instructions. Returns `undefined` when the page belongs to another GPT or shows none.
 */
export function readPublicPage(html: string, id: string): ImportedGpt | undefined {
  const markup = readMarkup(html);
  if (isOtherPage(markup, id)) return undefined;
  const found = inData(markup, id) ?? inMetas(markup);
  if (found === undefined) return undefined;
  const name = plain(found.name, most.name);
  if (name === '') return undefined;
  try {
    return readGpt({
      id,
      name,
      description: plain(found.description ?? '', most.description) || null,
      author: plain(found.author ?? '', most.author) || null,
      prompt_starters: found.starters
        .slice(0, maxStarters)
        .map((starter) => plain(starter, most.starter))
        .filter((starter) => starter !== ''),
      url: `https://chatgpt.com/g/${id}`,
      source: linkedGptSource,
    });
  } catch (error) {
    if (error instanceof RejectedField) return undefined;
    throw error;
  }
}

/** Whether the page declares the address of another page: the address of a removed GPT may show another page. */
function isOtherPage({ metas }: Markup, id: string): boolean {
  const address = metas.get('og:url');
  return address !== undefined && address !== '' && gptIdInLink(address) !== id;
}

function inMetas({ metas }: Markup): PublicGpt | undefined {
  const title = metas.get('og:title') ?? '';
  const name = title.replace(/^ChatGPT\s+[-–—|]\s+/i, '').replace(/\s+[-–—|]\s+ChatGPT$/i, '');
  // Such a title belongs to a page without a GPT.
  if (/^(?:ChatGPT|OpenAI|Log ?in)?$/i.test(name.trim())) return undefined;
  return { name, description: metas.get('og:description'), starters: [] };
}

/** Returns the object of the page's data that has this id and a display name. */
function inData({ data }: Markup, id: string): PublicGpt | undefined {
  let left = maxValues;
  const queue = data.map((value) => ({ value, depth: 0 }));
  for (let at = 0; at < queue.length && left > 0; at += 1, left -= 1) {
    const { value, depth } = queue[at] ?? { value: undefined, depth: 0 };
    if (typeof value !== 'object' || value === null) continue;
    const found = toPublicGpt(value, id);
    if (found !== undefined) return found;
    if (depth >= maxDepth) continue;
    for (const inner of Object.values(value) as unknown[]) {
      if (queue.length >= maxValues) break;
      if (typeof inner === 'object') queue.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

function toPublicGpt(value: object, id: string): PublicGpt | undefined {
  const { display, author } = fields(value);
  const { name, description, prompt_starters: starters } = fields(display);
  if (fields(value)['id'] !== id || typeof name !== 'string') return undefined;
  return {
    name,
    description: textOf(description),
    author: textOf(fields(author)['display_name']),
    starters: Array.isArray(starters) ? starters.filter((one) => typeof one === 'string') : [],
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text on one line, without control characters and direction marks, cut at the limit. */
function plain(text: string, limit: number): string {
  const line = text
    .slice(0, 20_000)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return clip(line, limit);
}
