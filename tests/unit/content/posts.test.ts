import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';
import { emptyContext } from '../../fixtures/buildContext.ts';

const { blog, help } = emptyContext({ SHOW_DRAFTS: 'yes' });
const texts = [...blog.posts, ...help.posts].flatMap((post) => [...post.texts.values()]);
const ids = (await Array.fromAsync(readStarterFolder('src/content/starter'))).map(({ place }) =>
  place.replace(/\.md$/, ''),
);

describe('the shipped posts and help pages', () => {
  it('are in every language', () => {
    const posts = [...blog.posts, ...help.posts];
    expect(posts.length).toBeGreaterThan(15);
    const wrong = posts.filter((post) => languages.some((language) => !post.texts.has(language)));
    expect(wrong.map(({ slug }) => slug)).toEqual([]);
  });

  it('link to GPTs of the starter catalogue', () => {
    const linked = (body: string) =>
      [...body.matchAll(/\]\(\/gpts\/([^)?#]+)/g)].map(([, id]) => id);
    const unknown = texts.flatMap(({ place, body }) =>
      linked(body)
        .filter((id) => !ids.includes(id ?? ''))
        .map((id) => `${place}: ${id}`),
    );
    expect(unknown).toEqual([]);
    expect(texts.filter(({ body }) => linked(body).length > 1).length).toBeGreaterThan(79);
  });
});
