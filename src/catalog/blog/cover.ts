import { type PublishedPost, textFor } from '#catalog/blog/publishedPosts.ts';
import { type LinkContext, linkedGpts } from '#catalog/blog/textInputs.ts';
import { glyphOf } from '#domain/gpts/glyphs.ts';
import { type Mark, markOf } from '#domain/gpts/mark.ts';
import { hashOf } from '#domain/hash.ts';
import type { Language } from '#domain/languages/languages.ts';

/** The generated picture of a post: a pattern by its slug, with the marks of GPTs that it links to, or one by its tags. */
export type Cover = { seed: string; hue: number; marks: readonly Mark[] };

const marksAtMost = 3;

/** Returns the picture of a post in a language. It depends only on the post and on the GPTs that it links to. */
export function coverOf(
  context: Pick<LinkContext, 'snapshot'>,
  post: PublishedPost,
  language: Language,
): Cover {
  const { slug, tags } = post;
  const hue = hashOf(slug) % 8;
  const marks = linkedGpts(context, textFor(post, language)).slice(0, marksAtMost).map(markOf);
  const ofTags = { id: slug, hue, glyph: glyphOf(tags, undefined) };
  return { seed: slug, hue, marks: marks.length > 0 ? marks : [ofTags] };
}
