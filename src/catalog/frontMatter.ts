import { isDay } from '#domain/dates.ts';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** Parses and checks the front matter of Markdown files by editors and operators. */

/** Makes an error about a file. `what` is the rest of a sentence that begins with the file. */
export type Wrong = (what: string) => Error;

/** The form of tags, and of file names that become parts of paths. */
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

/**
 * Splits a file into the text between the two lines “---” and the text below them. Throws an error if there are none.
 */
export function splitFrontMatter(text: string, wrong: Wrong): { head: string; body: string } {
  const [, head, body] =
    /^\uFEFF?---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || body === undefined) {
    throw wrong('does not begin with front matter between two lines “---”');
  }
  return { head, body };
}

/** Returns the checked fields. Throws an error with the first invalid field. `kind` is the plural of such files. */
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
