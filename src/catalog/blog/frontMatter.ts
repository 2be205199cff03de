import { type Day, isDay } from '#domain/dates.ts';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** What stands above the text of a post. */
export type FrontMatter = {
  title: string;
  description: string;
  /** The UTC day on which the post appears; of a translation, the day on which the translation does. */
  date: Day;
  /** The day of the last change that readers should know of. */
  updated?: Day | undefined;
  author: string;
  /** Of a translation, those of the original, or none. */
  tags?: string[] | undefined;
  /** `./images/{name}.png` or `.svg`. */
  image?: string | undefined;
  imageAlt?: string | undefined;
  draft?: boolean | undefined;
};

/** A post may have this many characters, so that its page stays a light one. */
export const postCharacters = 40_000;

/** What is written of a tag, and of a post in its file’s name. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const line = (most: number) =>
  z.string('must be a text').check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(most, `must have at most ${most} characters`),
    z.refine((text) => text === text.trim() && !/\p{Cc}/u.test(text), 'must be one line of text'),
  );
const day = z
  .string('must be a day such as 2026-03-15')
  .check(z.refine(isDay, 'must be a day such as 2026-03-15'));
const tag = z
  .string('must be a text')
  .check(
    z.maxLength(40, 'must have at most 40 characters'),
    z.regex(slugPattern, 'must be made of a–z, 0–9 and single hyphens'),
  );

const frontMatter = z
  .strictObject({
    title: line(110),
    // Search engines cut off what is longer.
    description: line(190),
    date: day,
    updated: z.optional(day),
    author: line(80),
    tags: z.optional(
      z.array(tag, 'must be a list such as [credits, models]').check(
        z.maxLength(6, 'must have at most 6 entries'),
        z.refine((tags) => new Set(tags).size === tags.length, 'must not name a tag twice'),
      ),
    ),
    image: z.optional(
      z
        .string('must be a text')
        .check(
          z.regex(/^\.\/images\/[a-z0-9-]+\.(png|svg)$/, 'must be ./images/{name}.png or .svg'),
        ),
    ),
    imageAlt: z.optional(line(300)),
    draft: z.optional(z.boolean('must be true or false')),
  })
  .check(
    z.refine(({ date, updated }) => updated === undefined || updated >= date, {
      error: 'must not be before the date',
      path: ['updated'],
    }),
  );

/**
 * The front matter and the text of a post. Throws a sentence that names the file and the field when something is wrong;
 * `place` is the file as people know it: `de/choosing-a-model.md`.
 */
export function parsePost(text: string, place: string): { fields: FrontMatter; body: string } {
  if (text.length > postCharacters) {
    throw wrong(place, `has ${text.length} characters; ${postCharacters} are the most`);
  }
  const [, head, body] =
    /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || body === undefined) {
    throw wrong(place, 'does not begin with front matter between two lines “---”');
  }
  if (body.trim() === '') throw wrong(place, 'has no text below its front matter');
  const result = frontMatter.safeParse(yamlOf(head, place));
  if (result.success) return { fields: result.data, body };
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw wrong(place, `has a field that posts do not know: “${issue.keys.join('”, “')}”`);
  }
  const field = issue?.path.join('.');
  const message = issue?.message.startsWith('must') ? issue.message : 'is not as it should be';
  throw wrong(place, field ? `is wrong: the field “${field}” ${message}` : 'has no fields');
}

/** An error about a post, in a sentence that begins with its file. */
export function wrong(place: string, what: string): Error {
  return new Error(`The post ${place} ${what}`);
}

function yamlOf(head: string, place: string): unknown {
  try {
    return parse(head, { maxAliasCount: 0 });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw wrong(place, `has front matter that is not YAML: ${reason.replace(/:$/, '')}`);
  }
}
