import { picturesIn } from '#catalog/blog/images.ts';
import { type StateOf, linkTarget } from '#catalog/blog/links.ts';
import { type Blog, type PublishedPost, textFor } from '#catalog/blog/publishedPosts.ts';
import type { PostText } from '#catalog/blog/readPosts.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Language } from '#domain/languages/languages.ts';
import { readOwnMarkdown, walkTokens } from '#markdown/readMarkdown.ts';

/** The parts of a context on which links of posts and help pages depend. */
export type LinkContext = Pick<BuildContext, 'blog' | 'help' | 'snapshot'>;

/** Returns the function that returns the states of linked pages. A GPT may be missing in a catalogue, or be removed. */
export const stateOfLinks =
  ({ blog, help, snapshot }: LinkContext): StateOf =>
  (area, name) => {
    if (area === 'gpts') return gptsById(snapshot).has(name) ? 'published' : 'later';
    return textState(name, area === 'blog' ? blog : help);
  };

const gptsById = memoise(({ gpts }: Snapshot) => new Map(gpts.map((gpt) => [gpt.id, gpt])));

function textState(slug: string, { published, posts }: Blog): ReturnType<StateOf> {
  if (published.some((post) => post.slug === slug)) return 'published';
  return posts.some((post) => post.slug === slug) ? 'later' : 'none';
}

/** Returns all inputs of rendering a post or help page: its text, its pictures, and the targets of its links. */
export function textInputs(
  context: LinkContext,
  { pictures }: Blog,
  post: PublishedPost,
  language: Language,
): object {
  const text = textFor(post, language);
  const { unpublished, fields, body, language: written } = text;
  const targets = linksIn(text).map((link) => linkTarget(link, language, stateOfLinks(context)));
  const shown = picturesIn(pictures, text);
  return [post.slug, post.day, post.tags, written, unpublished, fields, body, shown, targets];
}

/** Returns the GPTs of this site that a text links to, in its order. */
export function linkedGpts({ snapshot }: Pick<LinkContext, 'snapshot'>, text: PostText): Gpt[] {
  const ids = linksIn(text).flatMap(
    (link) => /^\/(?:gpts|chat\/g)\/([^/?#]+)/.exec(link)?.[1] ?? [],
  );
  return [...new Set(ids)].flatMap((id) => gptsById(snapshot).get(id) ?? []);
}

/** Returns the URLs of the links in a text. */
const linksIn = memoise(({ body }: PostText): readonly string[] => {
  const found: string[] = [];
  void walkTokens(readOwnMarkdown(body), (token) => {
    if (token.type === 'link') found.push(String(token['href']));
  });
  return found;
});
