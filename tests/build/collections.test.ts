import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

/** The paths of the collections that the page of all of them leads to. */
function collectionsIn(language: string): string[] {
  return hrefsIn(mainOf(`/${language}/collections`), `/${language}/collections/`);
}

function mainOf(path: string): string {
  const { html } = site.page(path);
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

function hrefsIn(html: string, beginning: string): string[] {
  return tagsOf(html).flatMap(({ name, attributes }) => {
    const href = name === 'a' ? attributes.get('href') : undefined;
    return href?.startsWith(beginning) ? [href] : [];
  });
}

describe('the collections', () => {
  it.each(languages)('are pages of their own, linked from one page, in %s', (language) => {
    const paths = site.pages
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`/${language}/collections/`));
    expect(paths.length).toBeGreaterThanOrEqual(12);
    expect(collectionsIn(language).toSorted()).toEqual(paths.toSorted());
  });

  it('are signed and dated, and show at least three GPTs and links to others', () => {
    for (const path of collectionsIn('de')) {
      const main = mainOf(path);
      expect(textsOf(main).join(' '), path).toMatch(/Von Dolores · \d+\.11\.2026 · \d+ GPTs/);
      expect(hrefsIn(main, '/de/gpts/').length, path).toBeGreaterThanOrEqual(3);
      expect(hrefsIn(main, '/de/collections/'), path).toHaveLength(6);
      expect(hrefsIn(main, '/de/collections/'), path).not.toContain(path);
    }
  });
});
