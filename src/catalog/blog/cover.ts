import { type PublishedPost, textFor } from '#catalog/blog/publishedPosts.ts';
import { type LinkContext, linkedGpts } from '#catalog/blog/textInputs.ts';
import { glyphOf } from '#domain/gpts/glyphs.ts';
import { type Mark, markOf } from '#domain/gpts/mark.ts';
import { hashOf } from '#domain/hash.ts';
import type { Language } from '#domain/languages/languages.ts';

/**
 * The generated picture of a post: a pattern by its slug, with the marks of three GPTs that it links to, or of one, or one
 * by its tags. Two would not be symmetric.
 */
export type Cover = { seed: string; hue: number; marks: readonly Mark[] };

const marksTogether = 3;

/** Returns the picture of a post in a language. It depends only on the post and on the GPTs that it links to. */
export function coverOf(
  context: Pick<LinkContext, 'snapshot'>,
  post: PublishedPost,
  language: Language,
): Cover {
  const { slug, tags } = post;
  const hue = hashOf(slug) % 8;
  const linked = linkedGpts(context, textFor(post, language)).map(markOf);
  const different = linked
    .filter(({ glyph }, index) => linked.findIndex((mark) => mark.glyph === glyph) === index)
    .slice(0, marksTogether);
  const [first = { id: slug, hue, glyph: glyphOf(tags, undefined) }] = different;
  return { seed: slug, hue, marks: different.length === marksTogether ? different : [first] };
}
