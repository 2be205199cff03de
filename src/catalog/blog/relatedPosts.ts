import type { PublishedPost } from '#catalog/blog/publishedPosts.ts';

const relatedAtMost = 3;

/** Posts that share most tags with a post, the newest of equals first; not those that stand beside it already. */
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
