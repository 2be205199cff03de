import { describe, expect, it } from 'vitest';
import { readingCases } from '../../fixtures/readingCases.ts';
import { drawnText } from '../../setup/drawnText.ts';

describe.each(Object.entries(readingCases))('a text with %s', (_, { drawn, unchanged }) => {
  it.each(drawn)('is drawn as people mean it: %j', (text, expected) => {
    expect(drawnText(text)).toBe(expected);
  });

  it.each(unchanged.map((one) => (typeof one === 'string' ? ([one, one] as const) : one)))(
    'is drawn as before: %j',
    (text, expected) => {
      expect(drawnText(text)).toBe(expected);
    },
  );
});
