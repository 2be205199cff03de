import { expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { readPlacedTexts } from '../../setup/placedTexts.ts';

const english = readPlacedTexts('en');
/** The keys of English messages by their text. Only places in documents have a slash. */
const keysOf = Map.groupBy(
  [...english.keys()].filter((place) => !place.includes('/')),
  (key) => english.get(key),
);

/** Returns each bold text with its document. */
function boldNames(texts: typeof english): { document: string; name: string }[] {
  return [...texts].flatMap(([place, line]) => {
    const names = place.includes('/') ? line.matchAll(/\*\*([^*]+)\*\*/g) : [];
    return [...names].map(([, name = '']) => ({ document: place.replace(/:\d+$/, ''), name }));
  });
}

it.each(languages)('names buttons in posts and help in %s as they are labelled', (language) => {
  const own = readPlacedTexts(language);
  const found = new Set(boldNames(own).map(({ document, name }) => `${document} ${name}`));
  const named = boldNames(english).filter(({ name }) => keysOf.has(name));
  const wrong = named.filter(({ document, name }) => {
    const labels = keysOf.get(name)?.map((key) => own.get(key)) ?? [];
    return !labels.some((label) => found.has(`${document} ${label}`));
  });
  expect(named.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
