import { clip } from '#domain/texts/text.ts';
import type { UnknownField } from '#server/services/gpts/rejectedField.ts';

/** Names that other sources use for our fields. */
const otherNames: Readonly<Record<string, string>> = {
  title: 'name',
  gizmo_id: 'id',
  gpt_id: 'id',
  language: 'lang',
  locale: 'lang',
  summary: 'description',
  about: 'description',
  creator: 'author',
  developer: 'author',
  starters: 'prompt_starters',
  conversation_starters: 'prompt_starters',
  prompts: 'prompt_starters',
  welcome: 'welcome_message',
  greeting: 'welcome_message',
  system_prompt: 'instructions',
  prompt: 'instructions',
  tools: 'capabilities',
  created_at: 'created',
  updated_at: 'updated',
  modified: 'updated',
  link: 'url',
  website: 'url',
  licence: 'license',
  chats: 'conversations',
  stars: 'rating',
  review_count: 'reviews',
  day: 'date',
};

const foundBefore = new Map<string, UnknownField>();
const rememberedNames = 1_000;
const longestName = 80;

/** Finds the names of a row that are no fields, each with the field that was probably meant. */
export function findUnknownFields(
  row: Readonly<Record<string, unknown>>,
  fields: ReadonlySet<string>,
): UnknownField[] {
  const found: UnknownField[] = [];
  // `for in`, because most rows have no unknown name and imports have millions of them.
  for (const name in row) {
    if (!fields.has(name) && Object.hasOwn(row, name)) found.push(describe(name, fields));
  }
  return found;
}

function describe(name: string, fields: ReadonlySet<string>): UnknownField {
  const key = `${fields.size} ${name}`;
  const known = foundBefore.get(key);
  if (known) return known;
  const nearest = findNearest(name, fields);
  const field: UnknownField = {
    name: clip(name, longestName) || '(a column without a name)',
    rule: `is not a field${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  };
  if (foundBefore.size < rememberedNames) foundBefore.set(key, field);
  return field;
}

/** Returns the field with another spelling of this name, or the one with the fewest different letters. */
function findNearest(name: string, fields: ReadonlySet<string>): string | undefined {
  const written = name
    .slice(0, longestName)
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '_');
  const otherName = Object.hasOwn(otherNames, written) ? otherNames[written] : undefined;
  if (otherName !== undefined && fields.has(otherName)) return otherName;
  const ranked = [...fields]
    .map((field) => ({ field, distance: countEdits(written, field) }))
    .toSorted((one, other) => one.distance - other.distance);
  const [first] = ranked;
  const isNear = first && first.distance <= Math.max(1, Math.floor(first.field.length / 3));
  return isNear ? first.field : undefined;
}

/** Counts the letters to add, remove, replace or swap with the next one (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[line - 1] === other[column - 1];
      const isSwapped = one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1];
      next[column] = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
