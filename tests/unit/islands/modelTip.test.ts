import { describe, expect, it } from 'vitest';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import { modelTip } from '#islands/chat/models/modelTip.ts';

const t = translate(pickMessages('en', ['models']), 'en');

describe('the tip of a model', () => {
  it('is the operator’s, else the shipped one, and names the successor of a retired model', () => {
    const plain = { id: 'claude-2', kind: 'text', tip: null, successor: null } as const;
    expect(modelTip(t, plain)).toBe('Reads long documents patiently.');
    expect(modelTip(t, { ...plain, tip: 'Old.' })).toBe('Old.');
    expect(modelTip(t, { ...plain, successor: 'claude-haiku-5-5' })).toBe(
      'Reads long documents patiently. Answered by Claude Haiku 5.5.',
    );
    expect(modelTip(t, { ...plain, id: 'suno-v3' })).toContain('about 3 minutes');
    expect(modelTip(t, { ...plain, id: 'own-model' })).toBe('');
    const picture = {
      ...plain,
      id: 'dall-e-3',
      kind: 'picture',
      successor: 'gpt-image-1-mini',
    } as const;
    expect(modelTip(t, picture)).toBe(
      'Draws a picture from a description. Made by GPT Image 1 mini.',
    );
  });

  it('has no space after a full-width full stop', () => {
    const model = {
      id: 'claude-2',
      kind: 'text',
      tip: null,
      successor: 'claude-haiku-5-5',
    } as const;
    const inJapanese = translate(pickMessages('ja', ['models']), 'ja');
    expect(modelTip(inJapanese, model)).toMatch(/。Claude Haiku 5\.5/);
  });
});
