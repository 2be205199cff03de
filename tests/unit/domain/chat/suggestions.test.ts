import { describe, expect, it } from 'vitest';
import { suggestionSetFor, suggestionSets } from '#domain/chat/suggestions.ts';
import { models } from '#domain/models/models.ts';

describe('the suggested questions', () => {
  it('fit what a model is good at, and use every set', () => {
    expect(suggestionSetFor('claude-sonnet-5-5')).toBe('craft');
    expect(suggestionSetFor('gpt-3.5-turbo')).toBe('everyday');
    const used = new Set(models.map(({ id }) => suggestionSetFor(id)));
    expect([...used].toSorted()).toEqual([...suggestionSets].toSorted());
  });

  it('are everyday ones for unknown models', () => {
    expect(suggestionSetFor('own-model')).toBe('everyday');
    expect(suggestionSetFor('constructor')).toBe('everyday');
  });

  it('name a file only where the model reads files itself', () => {
    const readers = models.filter(({ id }) => suggestionSetFor(id) === 'documents');
    expect(readers.filter(({ inputs }) => !inputs.includes('pdf'))).toEqual([]);
  });
});
