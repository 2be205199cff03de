import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { type MoneyMailKind, moneyMailKinds } from '#domain/orders/moneyMails.ts';
import {
  type WaitingMail,
  moneyMailMessage,
} from '#server/services/orders/mails/moneyMailMessage.ts';

const time = new Date('2026-11-02T10:00:00Z');
const later = new Date('2026-12-02T10:00:00Z');
const id = '1a2b3c4d-5e6f-4000-8000-000000000000';

const config = {
  publicUrl: 'https://dolores.example',
  operator: {
    supportEmail: 'help@dolores.example',
    communityUrl: undefined,
    socialUrls: [],
    seller: 'Example\nStreet 1',
    sellerCountry: 'DE',
  },
};

const order = {
  id,
  receiptNumber: 7,
  product: 'pro_month',
  credits: 13_500,
  currency: 'USD',
  amount: 2_899,
  following: 4_676,
  periodEnds: later,
  waived: time,
  expires: time,
  paid: time,
  created: time,
} as WaitingMail['order'];

function write(kind: MoneyMailKind, language: string, changes: Partial<typeof order> = {}) {
  const waiting = {
    row: {
      id,
      userId: id,
      kind,
      cause: id,
      orderId: id,
      product: 'pro_month' as const,
      amount: 2_899,
      currency: 'USD' as const,
      ends: later,
      mailed: null,
      created: time,
    },
    order: order && { ...order, ...changes },
    email: 'somebody@example.org',
    language,
  };
  return moneyMailMessage(config, waiting, time);
}

describe('mails about money', () => {
  it.each([...languages])(
    'have all their texts, links and values in the language %s',
    (language) => {
      const english = moneyMailKinds.map((kind) => write(kind, 'en').text);
      for (const [index, kind] of moneyMailKinds.entries()) {
        const { subject, text, html, messageId } = write(kind, language);
        for (const part of [subject, text, html]) {
          expect(part).not.toMatch(/\{\{|undefined|money\.\w+\.|Invalid/);
        }
        expect(messageId).toBe(`<money-${id}@dolores.example>`);
        expect(text).toMatch(new RegExp(`https://dolores\\.example/${language}/`));
        if (language !== 'en') expect(text).not.toBe(english[index]);
      }
    },
  );

  it('confirm the kind of an order: a plan that renews, one that does not, and a pack', () => {
    const renews = write('ordered', 'en').text;
    expect(renews).toContain('It then renews for $46.76 each period until you cancel it');
    expect(renews).toContain('You asked for the credits at once');
    const prepaid = write('ordered', 'en', { periodEnds: null, waived: null }).text;
    expect(prepaid).toContain('does not renew');
    expect(prepaid).not.toContain('You asked for the credits at once');
    const pack = write('ordered', 'en', { product: 'credit_500', credits: 500 }).text;
    expect(pack).toContain('500 credits, once. They do not expire.');
  });

  it('write the sign before a link as their language does', () => {
    expect(write('renewed', 'fr').text).toContain('Reçu\u00a0:\nhttps://');
    expect(write('renewed', 'zh').text).toContain('收据：\nhttps://');
    expect(write('renewed', 'de').text).toContain('Beleg:\nhttps://');
  });
});
