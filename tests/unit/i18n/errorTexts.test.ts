import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { translator } from '#i18n/translate.ts';

describe('the text of an error of our own', () => {
  it.each(languages)(
    'explains the failure, its cost and the next step, in three sentences: %s',
    (language) => {
      const sentences = new Intl.Segmenter(language.replace('_', '-'), { granularity: 'sentence' });
      const text = translator(language, 'errors')('internal');
      expect([...sentences.segment(text)].length, text).toBeGreaterThanOrEqual(3);
    },
  );
});
