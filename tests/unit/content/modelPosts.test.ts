import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { models } from '#domain/models/models.ts';

const parts = models.filter(({ stepTokens, maxInputTokens }) => stepTokens < maxInputTokens);

describe('the help page about choosing a model', () => {
  it.each(languages)('names the models that one price covers in %s', async (language) => {
    const post = new URL(
      `../../../src/content/help/${language}/choosing-a-model.md`,
      import.meta.url,
    );
    // Thousands are separated in the way of each language.
    const text = (await readFile(post, 'utf8')).replace(/(\d)[.,\u202f](?=\d{3})/g, '$1');
    expect(parts).toHaveLength(11);
    const paragraph = text.split('\n').find((line) => line.includes('27700')) ?? '';
    for (const { title, stepTokens } of parts) {
      expect(paragraph).toContain(title);
      expect(paragraph).toContain(String(stepTokens));
    }
  });
});
