import type { PublishedPost } from '#catalog/blog/publishedPosts.ts';

const relatedAtMost = 3;

/** Returns the posts that share most tags with a post, newer ones first if equal. Posts in `beside` are omitted, because the
 * page links to them already. */
export function relatedPosts(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  beside: readonly (PublishedPost | undefined)[],
): PublishedPost[] {
  return posts
    .filter((other) => other !== post && !beside.includes(other))
    .map((other) => ({ other, shared: other.tags.filter((tag) => post.tags.includes(tag)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, next) => next.shared - one.shared)
    .slice(0, relatedAtMost)
    .map(({ other }) => other);
}
