import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { checkText } from '../../../scripts/messages/checkMessages.ts';
import { findRejectedWords, readGlossary } from '../../../scripts/messages/glossary.ts';
import { readPlacedTexts } from '../../setup/placedTexts.ts';

const glossary = readGlossary(readFileSync('docs/translating.md', 'utf8'));
const planted = (text: string, place = 'home.text') => new Map([[place, text]]);

describe('the glossary', () => {
  it('has a row for each language, with a rejected word for each term', () => {
    expect([...glossary.keys()].toSorted()).toEqual(languages.toSorted());
    for (const words of glossary.values()) expect(words.length).toBeGreaterThan(7);
  });

  it.each(languages)('is followed by all texts, mails, posts and policies in %s', (language) => {
    const texts = readPlacedTexts(language);
    expect(texts.size).toBeGreaterThan(1_000);
    expect(findRejectedWords(texts, glossary.get(language) ?? [])).toEqual([]);
  });

  it.each(languages)('allows words only in places of %s that use them', (language) => {
    const texts = [...readPlacedTexts(language)];
    const unused = (glossary.get(language) ?? []).flatMap((word) =>
      word.allowedIn.filter((start) => {
        const there = new Map(texts.filter(([place]) => place.startsWith(start)));
        return findRejectedWords(there, [{ ...word, allowedIn: [] }]).length === 0;
      }),
    );
    expect(unused).toEqual([]);
  });
});

describe('the check of rejected words', () => {
  const rows = readGlossary(
    [
      '| fr | forfait ~~formule~~ in `ranking` `blog/one` | e-mail ~~mail~~; chat ~~discussion~~ |',
      '| ko | 이메일 ~~메일~~ |',
    ].join('\n'),
  );
  const found = (text: string, place?: string) =>
    findRejectedWords(planted(text, place), rows.get('fr') ?? []);

  it.each(['Votre formule', 'Deux formules', 'Une Discussion, puis', 'par mail.'])(
    'finds them: %s',
    (text) => {
      expect(found(text)).toHaveLength(1);
    },
  );

  it.each(['Reformulez-la', 'La formulation', 'par e-mail', 'Un forfait'])(
    'finds whole words only: %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it.each([
    ['en', 'Other vendors'],
    ['en', 'All leaderboards'],
    ['de', 'Die Pläne'],
    ['de', 'mit den Konversationen'],
    ['fr', 'deux formules'],
  ] as const)('finds inflected forms of struck words (%s): %s', (language, text) => {
    expect(findRejectedWords(planted(text), glossary.get(language) ?? [])).toHaveLength(1);
  });

  it('is part of the check of messages, also for a correction by the operator', () => {
    expect(checkText('fr', 'home.lead', 'Deux formules')).toContainEqual({
      kind: 'glossary',
      language: 'fr',
      message: 'home.lead',
      problem: 'has “formule” instead of “forfait”',
    });
  });

  it('names the language, the place and the word', () => {
    expect(found('La formule', 'home.lead')).toEqual(['fr home.lead: formule']);
  });

  it('lets words pass in the places that are named behind them', () => {
    expect(found('La formule', 'ranking.download')).toEqual([]);
    expect(found('La formule', 'blog/one:3')).toEqual([]);
    expect(found('La discussion', 'ranking.download')).toHaveLength(1);
  });

  it('finds words of languages without spaces anywhere, except inside chosen ones', () => {
    const words = rows.get('ko') ?? [];
    expect(findRejectedWords(planted('확인 메일이'), words)).toHaveLength(1);
    expect(findRejectedWords(planted('확인 이메일이'), words)).toEqual([]);
  });
});
