import { gptsOnFirstHome } from '#domain/gpts/gpts.ts';
import { describe, expect, it } from 'vitest';
import { languageNames, languages } from '#domain/languages/languages.ts';
import { models } from '#domain/models/models.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type Tag, tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();
const menu = ['GPTs', 'AI Search', 'Claude3', 'OpenAI', 'Llama', 'Luma', 'Ranking', 'Pricing'];

/** The part of a page from the tag that `start` finds to the end of that element. */
function part(path: string, start: RegExp, end: string): string {
  const { html } = site.page(path);
  const at = html.search(start);
  if (at === -1) throw new Error(`${path} has no part ${start}`);
  return html.slice(at, html.indexOf(end, at));
}

function hrefs(html: string): (string | undefined)[] {
  return links(html).map(({ attributes }) => attributes.get('href'));
}

function links(html: string): Tag[] {
  return tagsOf(html).filter(({ name }) => name === 'a');
}

describe('the top bar', () => {
  const bar = part('/en/gpts/fixture-0', /<header class="bar"/, '</header>');

  it('names the eight menu items in their order', () => {
    const names = textsOf(bar).filter((text) => menu.includes(text));
    expect(names).toEqual(menu);
  });

  it('lists the eight languages in their order, each with the same page', () => {
    const items = links(bar).filter(({ attributes }) => attributes.has('data-language'));
    expect(items.map(({ attributes }) => attributes.get('href'))).toEqual(
      languages.map((language) => inLanguage('/en/gpts/fixture-0', language)),
    );
    const names = textsOf(bar).filter((text) => Object.values(languageNames).includes(text));
    expect(names).toEqual(languages.map((language) => languageNames[language]));
  });

  it('has Sign for visitors, and for users a star link to saved GPTs and the avatar', () => {
    const tags = tagsOf(bar);
    const classed = (name: string) =>
      tags.filter(({ attributes }) => attributes.get('class')?.split(' ').includes(name));
    const [sign] = classed('for-visitors');
    expect(sign?.attributes.get('commandfor')).toBe('login-dialog');
    expect(sign?.attributes.get('aria-label')).toBe('Sign in');
    expect(textsOf(bar)).toContain('Sign');
    const [star, avatar] = classed('for-users');
    expect(star?.attributes.get('href')).toBe('/en/saved');
    expect(avatar?.attributes.get('popovertarget')).toBe('avatar-menu');
  });
});

describe('the drawer', () => {
  const drawer = part('/en', /<dialog id="drawer"/, '</dialog>');

  it('holds the items of the bar, the privacy link and the addresses of the operator', () => {
    expect(textsOf(drawer).filter((text) => menu.includes(text))).toEqual(menu);
    expect(hrefs(drawer)).toEqual(expect.arrayContaining(['/en/privacy', '/en/pricing']));
    const hosts = ['https://community.example.org', 'https://social.example.org'];
    for (const host of hosts) {
      expect(hrefs(drawer).some((href) => href?.startsWith(host))).toBe(true);
    }
    expect(hrefs(drawer)).toContain('/en/contact');
  });

  it('leads to the weekly ranking', () => {
    expect(hrefs(drawer)).toContain('/en/ranking/weekly');
  });
});

describe('the footer', () => {
  it('has columns of links, the ranges that have a ranking, and the same page in each language', () => {
    for (const language of languages) {
      const foot = part(`/${language}/tags`, /<footer/, '</footer>');
      const own = (rest: string) => `/${language}${rest}`;
      const product = [
        '',
        '/collections',
        '/categories',
        '/tags',
        '/chat/search',
        '/pricing#models',
        '/pricing',
        '/redeem',
        '/share',
      ];
      const ranges = ['all', 'daily', 'weekly', 'monthly', 'categories'];
      const inside = hrefs(foot).filter((href) => href?.startsWith('/'));
      expect(inside).toEqual([
        ...product.map(own),
        ...ranges.map((range) => own(`/ranking/${range}`)),
        own('/help'),
        own('/blog'),
        own('/contact'),
        '/QQ.jpg',
        ...['/terms', '/refunds', '/privacy', '/withdraw', '/cancel'].map(own),
        ...languages.map((other) => `/${other}/tags`),
      ]);
      expect(tagsOf(foot).filter(({ name }) => name === 'h2')).toHaveLength(5);
      expect(textsOf(foot).join(' ')).toContain('Example Seller Ltd');
    }
    const ids = tagsOf(site.page('/en/pricing').html).map(({ attributes }) => attributes.get('id'));
    expect(ids).toContain('models');
  });
});

describe('the home page', () => {
  it('has the search, the list, and Load More as a link to the next page', () => {
    const { html } = site.page('/en');
    expect(tagsOf(html).map(({ name }) => name)).toContain('search');
    const list = part('/en', /<ul class="cards" id="gpts"/, '</ul>');
    expect(links(list)).toHaveLength(gptsOnFirstHome);
    const more = part('/en', /<load-more/, '</load-more>');
    expect([hrefs(more), textsOf(more)]).toEqual([['/en/page/2'], ['Load More']]);
  });
});

describe('the page of a GPT', () => {
  it('shows every field, each text as its author wrote it', () => {
    const texts = textsOf(site.page('/en/gpts/fixture-0').html);
    const requested = [
      ['by Dolores', 'Author, builder', 'Dolores', 'Created', 'Updated'],
      ['Writing', 'Tags', 'letter', 'helper', 'Capabilities', 'Text', 'Picture input'],
      ['Chats', 'Rating', 'Reviews', '210', 'Instructions', 'Be brief.'],
      ['Welcome message', 'Send me the letter you are working on.', 'Improve this letter'],
      ['Related GPTs', 'Use now'],
    ].flat();
    expect(requested.filter((text) => !texts.includes(text))).toEqual([]);
    expect(texts.some((text) => text.includes('4.3 of 5'))).toBe(true);
    const nasty = textsOf(site.page('/en/gpts/nasty-markup').html).join('\n');
    expect(nasty).toContain('</p><script>alert(1)</script><img src=x onerror=alert(1)>');
  });

  it('links each starter to the chat with its text filled in', () => {
    const starters = hrefs(site.page('/de/gpts/fixture-0').html);
    expect(starters).toContain('/de/chat/g/fixture-0?text=Improve%20this%20letter');
  });
});

describe('a ranking', () => {
  it('shows rank, growth and rate of each GPT, and links to the other ranges', () => {
    const { html } = site.page('/en/ranking/weekly');
    const texts = textsOf(html);
    for (const heading of ['Rank', 'GPT', 'New chats', 'Change']) expect(texts).toContain(heading);
    const rows = tagsOf(html).filter(({ name }) => name === 'tr');
    expect(rows.length).toBeGreaterThan(10);
    expect(hrefs(html)).toEqual(
      expect.arrayContaining(['all', 'daily', 'monthly'].map((range) => `/en/ranking/${range}`)),
    );
  });
});

describe('the page of a removed GPT', () => {
  it('answers 410 in every language, with an explanation and links', () => {
    for (const language of languages) {
      const { status, html } = site.page(`/${language}/gpts/gone`);
      expect([status, html]).toEqual([410, site.page(`/${language}/410`).html]);
      expect(tagsOf(html).map(({ name }) => name)).toContain('search');
      expect(hrefs(html)).toEqual(
        expect.arrayContaining(
          ['', '/ranking/all', '/categories/writing'].map((rest) => `/${language}${rest}`),
        ),
      );
    }
    expect(textsOf(site.page('/en/gpts/gone').html)).toContain('This GPT was removed');
  });
});

describe('the page of prices', () => {
  it('shows the price of every model and the content of the plans', () => {
    const texts = textsOf(site.page('/en/pricing').html);
    for (const { title } of models) expect(texts).toContain(title);
    const text = texts.join(' ');
    expect(text).toContain('400 credits a week');
    expect(text).toContain('13,500 credits a month');
    // 13,500 credits at 1 a question, or at 1, 4 and 4.
    expect(text).toContain(
      '13,500 questions to GPTs or all of these together: ' +
        '1,500 questions to GPTs and 1,500 questions to GPT-4 and 1,500 pictures by DALL·E',
    );
    // 1,733 credits at 1, 4 or 4 a question.
    expect(text).toContain(
      '1,733 questions to GPTs or 433 questions to GPT-4 or 433 pictures by DALL·E',
    );
    expect(text).toContain('4 answers at once (Basic: 2)');
    expect(text).toContain('Priority at busy times');
    expect(text).toContain('$21.58 (20%) less than monthly');
    expect(text.match(/in about 3 minutes/g)).toHaveLength(2);
  });
});

describe('the chat area', () => {
  it('is one page of each language with its message box, and the frame of the search is another', () => {
    for (const language of languages) {
      const tags = tagsOf(site.page(`/${language}/chat`).html);
      expect(tags.some(({ attributes }) => attributes.get('id') === 'message')).toBe(true);
    }
    expect(site.page('/search/placeholder').status).toBe(200);
  });

  it('includes the script that sends a question early, and names its modules before it is parsed', () => {
    const { html, headers } = site.page('/en/chat');
    const tags = tagsOf(html);
    const early = tags.find(
      ({ name, rawText }) => name === 'script' && rawText.includes('/api/chat/questions'),
    );
    expect(early?.rawText).not.toMatch(/\bimport\b/);
    const modules = tags.filter(({ attributes }) => attributes.get('rel') === 'modulepreload');
    expect(modules.length).toBeGreaterThan(2);
    expect(headers['link']).toBe(
      modules.map(({ attributes }) => `<${attributes.get('href')}>; rel=modulepreload`).join(', '),
    );
  });
});

describe('the sidebar of the chat', () => {
  it('has search, chat, GPTs and settings with icon, title and tip, in the language of the page', () => {
    for (const language of languages) {
      const sidebar = part(`/${language}/chat`, /<nav id="sidebar"/, '</nav>');
      const entries = sidebar.slice(0, sidebar.indexOf('</ul>')).split('<li>').slice(1);
      const chat = `/${language}/chat`;
      expect(entries.flatMap(hrefs)).toEqual([
        `${chat}/search`,
        `${chat}/openai/gpt-3.5-turbo`,
        `${chat}/media`,
        `${chat}/gpts`,
      ]);
      for (const entry of entries) {
        expect(tagsOf(entry).map(({ name }) => name)).toContain('svg');
        expect(textsOf(entry).join('')).toMatch(/./);
        expect(links(entry)[0]?.attributes.get('title')).toMatch(/./);
      }
      const settings = links(sidebar).find(
        ({ attributes }) => attributes.get('href') === `${chat}/settings`,
      );
      expect(settings?.attributes.get('aria-label')).toMatch(/./);
      expect(settings?.attributes.get('title')).toMatch(/./);
      const models = hrefs(sidebar.slice(sidebar.indexOf('</ul>')));
      for (const group of ['openai', 'claude', 'llama', 'art']) {
        expect(models.some((href) => href?.startsWith(`${chat}/${group}/`))).toBe(true);
      }
    }
  });
});

describe('every page of a language', () => {
  it('is called Dolores', () => {
    const nameless = site.pages.filter(
      ({ language, html }) => language && !/<title>[^<]*Dolores[^<]*<\/title>/.test(html),
    );
    expect(nameless.map(({ path }) => path)).toEqual([]);
  });
});
