import { describe, expect, it } from 'vitest';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import { modelTip } from '#islands/chat/models/modelTip.ts';

const t = translate(pickMessages('en', ['models']), 'en');

describe('the tip of a model', () => {
  it('is the operator’s, else the shipped one, and names the successor of a retired model', () => {
    const plain = { id: 'claude-2', tip: null, successor: null };
    expect(modelTip(t, plain)).toBe('Reads long documents patiently.');
    expect(modelTip(t, { ...plain, tip: 'Old.' })).toBe('Old.');
    expect(modelTip(t, { ...plain, successor: 'claude-haiku-5-5' })).toBe(
      'Reads long documents patiently. Its provider has shut it down. claude-haiku-5-5 answers in its place.',
    );
    expect(modelTip(t, { ...plain, id: 'suno-v3' })).toContain('about 3 minutes');
    expect(modelTip(t, { id: 'own-model', tip: null, successor: null })).toBe('');
  });
});
