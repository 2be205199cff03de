import { createHash } from 'node:crypto';
import { blogImages } from '#catalog/blog/images.ts';
import { publishedPosts } from '#catalog/blog/publishedPosts.ts';
import { type Post, readPosts } from '#catalog/blog/readPosts.ts';
import { publishingDay } from '#catalog/today.ts';

const known = new WeakMap<readonly Post[], string>();

/** A digest of what all pages of the blog are made of: every text, which of them are published, and their pictures. */
export function blogInputs(): string {
  const posts = readPosts();
  const inputs = known.get(posts) ?? digestOf(posts);
  known.set(posts, inputs);
  return inputs;
}

function digestOf(posts: readonly Post[]): string {
  const hash = createHash('sha256');
  for (const { slug, texts } of posts) {
    for (const { language, fields, body } of texts.values()) {
      hash.update(JSON.stringify([slug, language, fields, body]));
    }
  }
  const today = publishingDay();
  for (const { slug, texts } of publishedPosts(today)) {
    hash.update(JSON.stringify([slug, ...texts.keys()]));
  }
  // The name of a picture says what is in it.
  hash.update(JSON.stringify(blogImages(today).map(({ path }) => path)));
  return hash.digest('base64url');
}
