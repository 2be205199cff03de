import { describe, expect, it } from 'vitest';
import { readHelp } from '#catalog/blog/readPosts.ts';
import { dataOfHelp, dataOfHelpIndex } from '#catalog/help/structuredData.ts';
import { helpNames, helpPath } from '#domain/help/helpPaths.ts';
import { languages } from '#domain/languages/languages.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';
import { postFile, writeBlog } from '../../../fixtures/blogFolder.ts';
import { helpIndexes, helpPages, postPages } from '../../../setup/catalogViews.ts';

const folder = await writeBlog({
  'en/own.md': postFile({}, '[Old](/blog/what-credits-buy#one) and [GPT](/gpts/unknown)\n'),
});
const context = emptyContext({ SITE_URL: 'https://dolores.example', BLOG_FOLDER: folder });
const pages = helpPages(context);

describe('the help pages', () => {
  it('are there in every language, translated, with their sections in the index', () => {
    const expected = languages.flatMap((language) =>
      helpNames.map((name) => helpPath(language, name)),
    );
    expect(pages.map(({ frame }) => frame.path).toSorted()).toEqual(expected.toSorted());
    expect(pages.filter(({ frame, language }) => frame.language !== language)).toEqual([]);
    const indexes = helpIndexes(context);
    expect(indexes.map(({ frame }) => frame.path)).toEqual(languages.map((one) => helpPath(one)));
    for (const { pages: listed } of indexes) {
      expect(listed.map(({ name }) => name)).toEqual(helpNames);
      for (const { sections } of listed) expect(sections.length).toBeGreaterThan(2);
    }
  });

  it('are described to search engines as articles with their day', () => {
    const page = pages.find(({ frame }) => frame.path === '/de/help/what-credits-buy');
    expect(page && dataOfHelp(page)).toMatchObject([
      { '@type': 'BreadcrumbList', itemListElement: [{}, { name: 'Hilfe' }, {}] },
      { '@type': 'Article', inLanguage: 'de', dateModified: page?.updated },
    ]);
    const [index] = helpIndexes(context);
    expect(index && dataOfHelpIndex(index)[1]).toMatchObject({ numberOfItems: helpNames.length });
  });

  it('stop with the file if one is missing, or if the list lacks it', async () => {
    const files = Object.fromEntries(
      helpNames.map((name) => [`en/${name}.md`, postFile({ tags: '' })]),
    );
    const extra = await writeBlog({ ...files, 'en/more.md': postFile() });
    expect(() => readHelp(extra)).toThrow('The help page help/en/more.md is not in the list');
    const some = await writeBlog({ 'en/signing-in.md': postFile() });
    expect(() => readHelp(some)).toThrow('The help page en/what-credits-buy.md is missing');
  });
});

describe('a post', () => {
  it('links to the help page that a former post became, and not to a GPT that the site lacks', () => {
    const post = postPages(context).find(({ frame }) => frame.path === '/ja/blog/own');
    expect(post?.html).toBe('<p><a href="/ja/help/what-credits-buy#h-one">Old</a> and GPT</p>\n');
  });
});
