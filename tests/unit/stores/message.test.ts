import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/call.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import { errorMessage } from '#stores/browser/message.ts';

function changedPrice(language: Language, price: number): string {
  const { key, values } = errorMessage(new CallError('price_changed', 'It costs more', { price }));
  return translate(pickMessages(language, ['errors']), language)(key, values);
}

describe('the message that the price of a question has changed', () => {
  it('names one credit and several as the language does', () => {
    expect(changedPrice('en', 1)).toContain('costs 1 credit now');
    expect(changedPrice('en', 9)).toContain('costs 9 credits now');
    expect(changedPrice('de', 1)).toContain('jetzt 1 Credit.');
    for (const language of languages) expect(changedPrice(language, 9)).toContain('9');
  });
});
