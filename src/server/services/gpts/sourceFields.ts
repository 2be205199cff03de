import type { gpt } from '#server/db/schema/gpts.ts';
import { readCount } from '#server/services/gpts/readCount.ts';

/** The fields of a GPT that an import reads, by the names that files use; the order is that of exported columns. */
export const sourceFields = [
  'id',
  'name',
  'description',
  'author',
  'builder',
  'categories',
  'tags',
  'lang',
  'capabilities',
  'welcome_message',
  'prompt_starters',
  'instructions',
  'model',
  'created',
  'updated',
  'url',
  'source',
  'license',
  'conversations',
  'rating',
  'reviews',
  'visibility',
] as const;

export type SourceField = (typeof sourceFields)[number];

/** A GPT as a file has it: read by an import, it gives the same row again. */
export type SourceRow = Record<SourceField, string | number | readonly string[] | null>;

const lists: ReadonlySet<string> = new Set<SourceField>([
  'categories',
  'tags',
  'capabilities',
  'prompt_starters',
]);
const counts: ReadonlySet<string> = new Set<SourceField>(['conversations', 'reviews']);

/** The row of a file that a stored GPT came from, or could have come from. */
export function toSourceRow(row: typeof gpt.$inferSelect): SourceRow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    author: row.author,
    builder: row.builder,
    categories: row.categories,
    tags: row.tags,
    lang: row.lang,
    capabilities: row.capabilities,
    welcome_message: row.welcomeMessage,
    prompt_starters: row.promptStarters,
    instructions: row.instructions,
    model: row.model,
    created: row.gptCreated,
    updated: row.gptUpdated,
    url: row.url,
    source: row.source,
    license: row.license,
    conversations: row.importedChats,
    rating: row.importedRating,
    reviews: row.importedReviews,
    visibility: row.visibility,
  };
}

/** Parses the text of a field: a number, a list (as JSON, or split by bars), or itself. Empty means unknown. */
export function readSourceText(field: string, text: string): unknown {
  if (text === '') return null;
  if (counts.has(field)) return readCount(text) ?? text;
  if (field === 'rating') return toDecimal(text) ?? text;
  return lists.has(field) ? (toJsonList(text) ?? text.split('|')) : text;
}

/** The text that `readSourceText` reads as `value`. */
export function writeSourceText(value: SourceRow[SourceField]): string {
  if (value === null) return '';
  if (typeof value === 'object') return value.length === 0 ? '' : JSON.stringify(value);
  return String(value);
}

/** Where a semicolon separates cells, decimals often have a comma. */
function toDecimal(text: string): number | undefined {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.replace(',', '.')) : undefined;
}

function toJsonList(text: string): unknown[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
