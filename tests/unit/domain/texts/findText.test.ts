import { expect, it } from 'vitest';
import { countText, findText } from '#domain/texts/findText.ts';
import { foldText } from '#domain/texts/foldText.ts';

it.each([
  ['A bread, and bread.', 'bread', ['bread', 'bread']],
  ['Straße, STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['Crème brûlée', 'brule', ['brûlé']],
  ['请帮我规划云南', '云南', ['云南']],
  ['aaa', 'aa', ['aa']],
  ['nothing', 'else', []],
  ['nothing', '', []],
])('finds in %j the places of %j', (text, query, found) => {
  const places = findText(text, query).map(({ start, end }) => text.slice(start, end));
  expect(places).toEqual(found);
  expect(countText(foldText(text), foldText(query))).toBe(found.length);
});
