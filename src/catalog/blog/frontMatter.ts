import { day, line, readFields, slugPattern, splitFrontMatter } from '#catalog/frontMatter.ts';
import type { Day } from '#domain/dates.ts';
import * as z from 'zod/mini';

/** The fields in the front matter of a post. */
export type FrontMatter = {
  title: string;
  description: string;
  /** The UTC day on which the post appears. A translation has its own day. */
  date: Day;
  /** The day of the last important change. */
  updated?: Day | undefined;
  author: string;
  /** A translation has the tags of the original, or omits them. */
  tags?: string[] | undefined;
  /** `./images/{name}.png` or `.svg`. */
  image?: string | undefined;
  imageAlt?: string | undefined;
  draft?: boolean | undefined;
};

/** Longest post, in characters. The limit keeps its page small. */
export const postCharacters = 40_000;

const tag = z
  .string('must be a text')
  .check(
    z.maxLength(40, 'must have at most 40 characters'),
    z.regex(slugPattern, 'must be made of a–z, 0–9 and single hyphens'),
  );

const frontMatter = z
  .strictObject({
    title: line(110),
    // Search engines cut off longer ones.
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
 * Returns the fields and the text of a post. Throws an error with the file and the field if something is wrong. `place` is
 * the file for error messages, such as `de/choosing-a-model.md`.
 */
export function parsePost(text: string, place: string): { fields: FrontMatter; body: string } {
  if (text.length > postCharacters) {
    throw wrong(place, `has ${text.length} characters; ${postCharacters} are the most`);
  }
  const isWrong = (what: string) => wrong(place, what);
  const { head, body } = splitFrontMatter(text, isWrong);
  if (body.trim() === '') throw wrong(place, 'has no text below its front matter');
  return { fields: readFields(head, frontMatter, 'posts', isWrong), body };
}

/** Returns an error about a post or help page. `what` is the rest of a sentence that begins with the file. */
export function wrong(place: string, what: string): Error {
  return new Error(`The ${place.startsWith('help/') ? 'help page' : 'post'} ${place} ${what}`);
}
