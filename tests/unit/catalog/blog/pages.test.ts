import { describe, expect, it } from 'vitest';
import { dataOfBlog, dataOfPost } from '#catalog/blog/structuredData.ts';
import { languages } from '#domain/languages/languages.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';
import { postFile, writeBlog } from '../../../fixtures/blogFolder.ts';
import { blogPages, blogTagPages, postPages } from '../../../setup/catalogViews.ts';

const folder = await writeBlog({
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `en/post-${String(index).padStart(2, '0')}.md`,
      postFile({
        title: `Post ${index}`,
        date: `2026-02-${String(index + 1).padStart(2, '0')}`,
        tags: index % 2 === 0 ? '[even, all]' : '[all]',
      }),
    ]),
  ),
  'de/post-04.md': postFile({ title: 'Beitrag 4', date: '2026-02-10', tags: '' }),
});
const environment = { SITE_URL: 'https://dolores.example', BLOG_FOLDER: folder };
const context = emptyContext(environment, '2026-02-28');

describe('the lists of the blog', () => {
  it('show ten posts a page in every language, newest first', () => {
    const pages = blogPages(context).filter(({ frame }) => frame.language === 'de');
    expect(pages.map(({ frame, posts: listed }) => [frame.path, listed.length])).toEqual([
      ['/de/blog', 10],
      ['/de/blog/page/2', 2],
    ]);
    expect(pages[0]?.posts[0]).toMatchObject({ slug: 'post-11', language: 'en', minutes: 1 });
    expect(pages[0]?.posts.find(({ slug }) => slug === 'post-04')).toMatchObject({
      title: 'Beitrag 4',
      language: 'de',
      day: '2026-02-05',
    });
    expect(blogPages(context)).toHaveLength(pages.length * languages.length);
  });

  it('show the posts with a tag, and all tags', () => {
    const pages = blogTagPages(context).filter(({ frame }) => frame.language === 'fr');
    expect(pages.map(({ frame, total }) => [frame.path, total])).toEqual([
      ['/fr/blog/tags/all', 12],
      ['/fr/blog/tags/all/page/2', 12],
      ['/fr/blog/tags/even', 6],
    ]);
    expect(pages[0]?.tags).toEqual([
      { tag: 'all', count: 12 },
      { tag: 'even', count: 6 },
    ]);
  });

  it('have a first page before the first post, and list their posts for search engines', () => {
    const [empty] = blogPages({ ...context, blog: { ...context.blog, published: [] } });
    expect(empty).toMatchObject({ page: 1, pages: 1, total: 0, posts: [] });
    const second = blogPages(context)[1];
    const list = second && dataOfBlog(second)[1];
    expect(list).toMatchObject({ numberOfItems: 12, itemListElement: [{ position: 11 }, {}] });
  });
});

describe('the page of a post', () => {
  const pages = postPages(context);
  const page = (path: string) => {
    const found = pages.find(({ frame }) => frame.path === path);
    if (found === undefined) throw new Error(`There is no page ${path}`);
    return found;
  };

  it('leads to the posts before and after it, and to others with its tags', () => {
    const { previous, next, related } = page('/en/blog/post-06');
    expect([previous?.slug, next?.slug]).toEqual(['post-05', 'post-07']);
    expect(related.map(({ slug }) => slug)).toEqual(['post-10', 'post-08', 'post-04']);
    expect(page('/en/blog/post-00').previous).toBeNull();
    expect(page('/en/blog/post-11').next).toBeNull();
  });

  it('is in its own language if it is translated, else in English, and lists its translations', () => {
    expect(page('/de/blog/post-04')).toMatchObject({ title: 'Beitrag 4', language: 'de' });
    expect(page('/ja/blog/post-04')).toMatchObject({ title: 'Post 4', language: 'en' });
    expect(page('/ja/blog/post-04').frame.translations).toEqual(['en', 'de']);
    expect(page('/de/blog/post-05').previous).toEqual({
      slug: 'post-04',
      title: 'Beitrag 4',
      language: 'de',
    });
  });

  it('describes the post to search engines once, on the page of its language', () => {
    const types = (path: string) => dataOfPost(page(path)).map((node) => node['@type']);
    expect(types('/de/blog/post-04')).toEqual(['BreadcrumbList', 'BlogPosting']);
    expect(types('/fr/blog/post-04')).toEqual(['BreadcrumbList']);
    expect(dataOfPost(page('/de/blog/post-04'))[1]).toMatchObject({
      headline: 'Beitrag 4',
      inLanguage: 'de',
      datePublished: '2026-02-05',
      url: 'https://dolores.example/de/blog/post-04',
    });
  });
});
