import type { Page } from '@playwright/test';
import { defaultLanguage, languageTags, languages } from '#domain/languages/languages.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { expect, test } from './fixtures.ts';
import { rankedWeeks, reviewedGpt } from '../setup/site/seeded.ts';

/**
 * Lighthouse's checks under “SEO” and “Best practices”, on a phone, in the browser itself. Its third list, on
 * accessibility, is a part of `accessibility.test.ts`; its figures on speed are those of `bench:pages`.
 */
const pages = ['/en', `/en/gpts/${reviewedGpt}`, `/en/ranking/weekly/${rankedWeeks[0]}`];

/** The head of a page and its links are built the same way for all of them (`tests/build/languages.test.ts`, `links.test.ts`). */
const reviewedPath = `/en/gpts/${reviewedGpt}`;

/** Texts that do not describe the target of a link, of Lighthouse’s list. */
const emptyWords =
  /^(click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this)$/i;

for (const path of pages) {
  test.describe(`a phone finds no errors on ${path} ${path === reviewedPath ? '' : '@long'}`, () => {
    test('in its response, in the browser’s reports, and in its data for search engines @phone', async ({
      page,
      baseURL,
    }) => {
      const logged = await listen(page);
      const answer = await page.goto(path, { waitUntil: 'networkidle' });
      const { status, headers, body } = {
        status: answer?.status(),
        headers: answer?.headers() ?? {},
        body: (await answer?.body()) ?? Buffer.alloc(0),
      };
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
      expect(headers['x-robots-tag']).toBeUndefined();
      const start = body.subarray(0, 1_024).toString();
      expect(start).toMatch(/^<!doctype html>/i);
      expect(start).toMatch(/<meta charset="utf-8">/i);
      expect(logged).toEqual([]);
      const facts = await page.evaluate(readFacts);
      expect(facts.mode).toBe('CSS1Compat');
      expect(facts.language).toBe('en');
      expect(facts.title.length).toBeGreaterThan(10);
      expect(facts.description.length).toBeGreaterThan(30);
      expect(facts.viewport).toBe('width=device-width, initial-scale=1');
      expect(facts.robots).toBeNull();
      expect(facts.canonical).toEqual([`${baseURL}${path}`]);
      expect(facts.alternates).toEqual([
        ...languages.map((language) => [
          languageTags[language],
          `${baseURL}${inLanguage(path, language)}`,
        ]),
        ['x-default', `${baseURL}${inLanguage(path, defaultLanguage)}`],
      ]);

      expect(facts.links.length).toBeGreaterThan(20);
      const wrong = facts.links.filter(
        ({ href, text }) =>
          !/^(\/|https?:\/\/|mailto:|#)/.test(href ?? '') || emptyWords.test(text),
      );
      expect(wrong).toEqual([]);
      expect(facts.picturesWithoutText).toBe(0);
      expect(facts.plugins).toBe(0);
      // Lighthouse requires 60 % of all letters to be of 12 px or more.
      expect(facts.smallLetters).toBe(0);
      expect(facts.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    });
  });
}

test('robots.txt is readable for crawlers, allows them, and names the sitemap @phone @long', async ({
  request,
  baseURL,
}) => {
  const answer = await request.get('/robots.txt');
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/);
  const [rules = '', ...others] = (await answer.text()).trim().split('\n\n');
  expect(others).toEqual([`Sitemap: ${baseURL}/sitemap.xml`]);
  const lines = rules.split('\n');
  expect(lines[0]).toBe('User-agent: *');
  const closed = lines.slice(1).map((line) => /^Disallow: (\/\S+)$/.exec(line)?.[1] ?? line);
  expect(closed.filter((path) => !path.startsWith('/'))).toEqual([]);
  for (const path of pages) expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
});

/** Everything in the console, and every issue that the browser’s tools would list (deprecations, cookies, policies). */
async function listen(page: Page): Promise<string[]> {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => logged.push(error.message));
  const session = await page.context().newCDPSession(page);
  session.on('Audits.issueAdded', ({ issue }) => {
    // The hint cookie is read before the first paint on purpose.
    if (issue.details.performanceIssueDetails?.performanceIssueType === 'DocumentCookie') return;
    logged.push(`${issue.code}: ${JSON.stringify(issue.details)}`);
  });
  await session.send('Audits.enable');
  return logged;
}

/** Runs in the page. */
function readFacts() {
  const attribute = (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  const alternates = [...document.querySelectorAll('link[hreflang]')];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let smallLetters = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement;
    if (!around?.checkVisibility() || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(around.tagName)) continue;
    const size = Number.parseFloat(getComputedStyle(around).fontSize);
    if (size < 12) smallLetters += node.textContent?.trim().length ?? 0;
  }
  return {
    mode: document.compatMode,
    language: document.documentElement.lang,
    title: document.title,
    description: meta('description') ?? '',
    viewport: meta('viewport') ?? '',
    robots: meta('robots') ?? null,
    canonical: attribute('link[rel="canonical"]', 'href'),
    alternates: alternates.map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ]),
    links: [...document.links].map((link) => ({
      href: link.getAttribute('href'),
      text: link.textContent.trim(),
    })),
    picturesWithoutText: document.querySelectorAll('img:not([alt])').length,
    plugins: document.querySelectorAll('object, embed, applet').length,
    smallLetters,
    width: document.documentElement.scrollWidth,
  };
}
