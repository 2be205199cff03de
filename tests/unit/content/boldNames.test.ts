import { expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { areas } from '#i18n/areas.ts';
import { pickMessages } from '#i18n/messages.ts';
import { emptyContext } from '../../fixtures/buildContext.ts';

const english = pickMessages('en', areas);
const { posts } = emptyContext({ SHOW_DRAFTS: 'yes' }).help;

/** Returns the bold texts of a page. */
function boldIn(body: string): string[] {
  return [...body.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, text = '']) => text);
}

it.each(languages)('names buttons on the help pages in %s as they are labelled', (language) => {
  const own = pickMessages(language, areas);
  const labels = (name: string) =>
    Object.entries(english).flatMap(([key, text]) => (text === name ? [own[key]] : []));
  const named = posts.flatMap(({ slug, texts }) => {
    const bold = boldIn(texts.get(language)?.body ?? '');
    const names = boldIn(texts.get('en')?.body ?? '').filter((name) => labels(name).length > 0);
    return names.map((name) => {
      return { slug, name, isRight: labels(name).some((label) => bold.includes(label ?? '')) };
    });
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ isRight }) => !isRight)).toEqual([]);
});
