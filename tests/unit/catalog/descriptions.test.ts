import { describe, expect, it } from 'vitest';
import { furtherPageDescription, summaryCharacters } from '#catalog/descriptions.ts';
import { cardOf } from '#domain/card.ts';
import { makeGpt } from '../../fixtures/snapshot.ts';

function described(names: readonly string[]): string {
  const cards = names.map((name, index) => cardOf(makeGpt({ id: `${index}`, name })));
  return furtherPageDescription('en', 'Writing', cards);
}

describe('the description of a further page of a list', () => {
  it('names the list and the first GPTs', () => {
    expect(described(['One', 'Two'])).toBe('Writing · One, Two');
  });

  it('leaves out names that do not fit, and cuts none', () => {
    const long = (letter: string) => `<${letter.repeat(50)} {{name}}>`;
    const text = described([long('a'), long('b'), long('c'), 'Another\tone', long('d')]);
    expect(text).toBe(`Writing · ${long('a')}, ${long('b')}, Another one`);
    const many = described(Array.from({ length: 24 }, (_, index) => `Name number ${index}`));
    expect(many.length).toBeLessThanOrEqual(summaryCharacters);
    expect(many).toMatch(/ · Name number 0, .*, Name number \d$/);
  });
});
