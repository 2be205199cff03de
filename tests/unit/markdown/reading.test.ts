import { describe, expect, it } from 'vitest';
import { formulasCases } from '../../fixtures/reading/formulas.ts';
import { tagCases } from '../../fixtures/reading/tags.ts';
import { textCases } from '../../fixtures/reading/text.ts';
import { drawnText } from '../../setup/drawnText.ts';

const cases = Object.entries({ ...textCases, ...formulasCases, ...tagCases });

describe.each(cases)('a text with %s', (_, { drawn, unchanged }) => {
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
