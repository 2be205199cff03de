import { gptIdInLink, linkedGptSource } from '#domain/gptLinks.ts';
import { clip } from '#domain/text.ts';
import { type Markup, readMarkup } from '#server/services/gpts/linked/readMarkup.ts';
import { readGpt } from '#server/services/gpts/readGpt.ts';
import { RejectedField } from '#server/services/gpts/rejectedField.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** How much of the data of a page is searched: levels and values. */
const maxDepth = 12;
const maxValues = 20_000;

const maxStarters = 12;

/** In characters; below half of `gptLimits`, which count each half of a character beyond U+FFFF. */
const most = { name: 100, description: 4_000, author: 100, starter: 2_000 } as const;

/** A GPT as its page describes it. */
type PublicGpt = {
  name: string;
  description?: string | undefined;
  author?: string | undefined;
  starters: readonly string[];
};

/**
 * Reads a GPT from its public page elsewhere: name, description, author and starters, as plain text within our limits.
 * No picture, no instructions. `undefined` where the page is not that of this GPT, or shows none.
 */
export function readPublicPage(html: string, id: string): ImportedGpt | undefined {
  const markup = readMarkup(html);
  if (isOfAnother(markup, id)) return undefined;
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

/** Whether the page says that it is the page of another address: where a GPT is gone, another page may be shown. */
function isOfAnother({ metas }: Markup, id: string): boolean {
  const address = metas.get('og:url');
  return address !== undefined && address !== '' && gptIdInLink(address) !== id;
}

function inMetas({ metas }: Markup): PublicGpt | undefined {
  const title = metas.get('og:title') ?? '';
  const name = title.replace(/^ChatGPT\s+[-–—|]\s+/i, '').replace(/\s+[-–—|]\s+ChatGPT$/i, '');
  // The title of a page that shows no GPT.
  if (/^(?:ChatGPT|OpenAI|Log ?in)?$/i.test(name.trim())) return undefined;
  return { name, description: metas.get('og:description'), starters: [] };
}

/** The object of the page's data that has this id and a name to display. */
function inData({ data }: Markup, id: string): PublicGpt | undefined {
  let left = maxValues;
  const queue = data.map((value) => ({ value, depth: 0 }));
  for (let at = 0; at < queue.length && left > 0; at += 1, left -= 1) {
    const { value, depth } = queue[at] ?? { value: undefined, depth: 0 };
    if (typeof value !== 'object' || value === null) continue;
    const found = gizmoOf(value, id);
    if (found !== undefined) return found;
    if (depth >= maxDepth) continue;
    for (const inner of Object.values(value) as unknown[]) {
      if (queue.length >= maxValues) break;
      if (typeof inner === 'object') queue.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

function gizmoOf(value: object, id: string): PublicGpt | undefined {
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

/** Without control characters and marks of direction, on one line, cut at a limit. */
function plain(text: string, limit: number): string {
  const line = text
    .slice(0, 20_000)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return clip(line, limit);
}
