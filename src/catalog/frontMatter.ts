import { isDay } from '#domain/dates.ts';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** The front matter of Markdown files that editors and operators write: its fields, and what is wrong with them. */

/** Makes an error of what is wrong with a file; the file is named first. */
export type Wrong = (what: string) => Error;

/** The name of a file that becomes an address, and of a tag. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const line = (most: number) =>
  z.string('must be a text').check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(most, `must have at most ${most} characters`),
    z.refine((text) => text === text.trim() && !/\p{Cc}/u.test(text), 'must be one line of text'),
  );

export const day = z
  .string('must be a day such as 2026-03-15')
  .check(z.refine(isDay, 'must be a day such as 2026-03-15'));

/** Returns the text between the two lines “---” and the text below them. Throws when the file does not begin with them. */
export function splitFrontMatter(text: string, wrong: Wrong): { head: string; body: string } {
  const [, head, body] =
    /^\uFEFF?---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || body === undefined) {
    throw wrong('does not begin with front matter between two lines “---”');
  }
  return { head, body };
}

/** Returns the checked fields. Throws an error that names the first field that is wrong; `kind` is what such files are. */
export function readFields<Fields>(
  head: string,
  schema: z.ZodMiniType<Fields>,
  kind: string,
  wrong: Wrong,
): Fields {
  const result = schema.safeParse(yamlOf(head, wrong));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.'));
    throw wrong(`has a field that ${kind} do not know: “${names.join('”, “')}”`);
  }
  const field = issue?.path.join('.');
  const message = issue?.message.startsWith('must') ? issue.message : 'is not as it should be';
  throw wrong(field ? `is wrong: the field “${field}” ${message}` : 'has no fields');
}

function yamlOf(head: string, wrong: Wrong): unknown {
  try {
    return parse(head, { maxAliasCount: 0 });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw wrong(`has front matter that is not YAML: ${reason.replace(/:$/, '')}`);
  }
}
