import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { budgets } from '../bench/budgets.ts';
import { pageSize } from '../bench/pageSize.ts';
import { renderPricing } from '../setup/pricingPages.ts';
import { type Tag, tagsOf, textsOf, withoutTemplates } from '../setup/tags.ts';
import { faultsOf } from '../setup/validator.ts';

const day = '2026-11-30';
const communityUrl = 'https://community.example.org';
const operator = { paymentMethods: ['stripe', 'wechat'], communityUrl };
const selling = await renderPricing(day, operator);
const closed = await renderPricing(day);

function pageOf(pages: Readonly<Record<string, string>>, language = 'en'): string {
  const html = pages[`/${language}/pricing`];
  if (html === undefined) throw new Error(`There is no page of prices in ${language}`);
  return html;
}

/** The card of a plan or pack by the id of its heading. */
function cardOf(html: string, id: string): string {
  const card = html.split('<article').find((part) => part.includes(`aria-labelledby="${id}"`));
  if (card === undefined) throw new Error(`There is no card ${id}`);
  return `<article${card.split('</article>')[0]}`;
}

/** The texts of a card for a period and currency, without those of others. */
function shownOf(card: string, billing: string | undefined, currency: string): string {
  const period = billing === undefined ? '' : `data-billing="${billing}" `;
  const parts = card.split(`<div ${period}data-currency="${currency}">`).slice(1);
  return parts.map((part) => textsOf(part.split('<div data-')[0] ?? '').join(' ')).join(' ');
}

function buyLinks(html: string): Tag[] {
  return tagsOf(html).filter(({ attributes }) => attributes.has('data-buys'));
}

/** Elements that show or hide themselves by their days. */
function datedOf(html: string): Tag[] {
  return tagsOf(html).filter(({ attributes }) => attributes.has('data-from'));
}

function headingsOf(html: string): string[] {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return [...main.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text = '']) => text.trim());
}

describe('a page of prices that sells', () => {
  const html = pageOf(selling);

  it('has plans first, then packs, ways to pay, free features, questions, codes, and models last', () => {
    expect(headingsOf(html)).toEqual([
      'Plans',
      'Credit packs',
      'Ways to pay',
      'You never pay for an answer that fails',
      'Questions and answers',
      'Have a gift code?',
      'What a question costs',
    ]);
  });

  it('shows the credits of Basic by the week and of Pro by the month, and the questions that they pay for', () => {
    const basic = textsOf(cardOf(html, 'plan-basic')).join(' ');
    expect(basic).toContain(
      '400 credits a week About 1,733 a month, enough for: ' +
        '1,733 questions to GPTs or 433 questions to GPT-4 or 433 pictures by DALL·E',
    );
    const pro = textsOf(cardOf(html, 'plan-pro')).join(' ');
    expect(pro).toContain(
      '13,500 credits a month Enough for: 13,500 questions to GPTs or all of these together: ' +
        '1,500 questions to GPTs and 1,500 questions to GPT-4 and 1,500 pictures by DALL·E',
    );
  });

  it('promises Basic the help of the community, with a link, if there is one', () => {
    const card = cardOf(html, 'plan-basic');
    expect(textsOf(card)).toContain('Community support');
    expect(tagsOf(card).map(({ attributes }) => attributes.get('href'))).toContain(communityUrl);
  });

  it.each([
    ['plan-basic', 'month', 'USD', '$8.99 a month about 0.5 cents per credit Billed monthly'],
    [
      'plan-basic',
      'year',
      'USD',
      '$86.30 a year $7.19 a month · about 0.4 cents per credit $21.58 (20%) less than monthly',
    ],
    ['plan-basic', 'month', 'CNY', 'CN¥64.00 a month'],
    [
      'plan-pro',
      'month',
      'USD',
      'Regular price $46.76 38% off until Dec\u00a031,\u00a02026 $28.99 a month',
    ],
    [
      'plan-pro',
      'year',
      'USD',
      'Regular price $561.12 38% off until Dec\u00a031,\u00a02026 $278.30 a year $23.19 a month · about 0.17 cents per credit $69.58 (20%) less than monthly',
    ],
    [
      'plan-pro',
      'year',
      'CNY',
      'Regular price CN¥4,008.00 38% off until Dec\u00a031,\u00a02026 CN¥1,987.20 a year CN¥165.60 a month · about 0.012 yuan per credit CN¥496.80 (20%) less than monthly',
    ],
    ['pack-credit_500', undefined, 'USD', '$4.99 one-time about 1 cent per credit'],
    ['pack-credit_1000', undefined, 'CNY', 'CN¥64.00 one-time'],
  ])('names the price of %s by the %s in %s', (id, billing, currency, price) => {
    expect(shownOf(cardOf(html, id), billing, currency)).toContain(price);
  });

  it('has the regular price of Pro beside each promoted one, with the last day of the promotion', () => {
    const pro = cardOf(html, 'plan-pro');
    // Months and years, in both currencies.
    expect(
      textsOf(pro).filter((text) => text === '38% off until Dec\u00a031,\u00a02026'),
    ).toHaveLength(4);
    expect(shownOf(pro, 'month', 'USD')).toContain(
      '$46.76 a month about 0.35 cents per credit Billed monthly',
    );
    const dated = datedOf(pro);
    expect(dated).toHaveLength(4);
    for (const { attributes } of dated) {
      expect([attributes.get('data-to'), attributes.get('data-state')]).toEqual([
        '2026-12-31',
        'on',
      ]);
    }
  });

  it.each(languages)('leads to an order of every product in both currencies, in %s', (language) => {
    const links = buyLinks(pageOf(selling, language));
    const products = ['basic_month', 'basic_year', 'pro_month', 'pro_year'];
    const all = [...products, 'credit_500', 'credit_1000'];
    const requested = all.flatMap((product) =>
      ['USD', 'CNY'].map(
        (currency) => `/${language}/pay/new?product=${product}&currency=${currency}`,
      ),
    );
    expect(links).toHaveLength(requested.length);
    expect(new Set(links.map(({ attributes }) => attributes.get('href')))).toEqual(
      new Set(requested),
    );
  });

  it('shows only the ways to pay that this server has', async () => {
    expect(textsOf(html)).toContain('Credit or debit card');
    expect(textsOf(html)).toContain('WeChat Pay');
    expect(textsOf(html)).not.toContain('Test payment');
    const sandbox = pageOf(await renderPricing(day, { paymentMethods: ['sandbox'] }));
    expect(textsOf(sandbox)).toContain('Test payment');
    expect(textsOf(sandbox)).not.toContain('WeChat Pay');
  });

  it('describes the prices of the day to search engines, the promoted ones with their last day', () => {
    const block = tagsOf(html).find(
      ({ attributes }) => attributes.get('type') === 'application/ld+json',
    );
    const { '@graph': graph } = JSON.parse(block?.rawText ?? '{}') as {
      '@graph': { '@type': string; name: string; offers: Record<string, unknown>[] }[];
    };
    const offers = new Map(
      graph
        .filter((node) => node['@type'] === 'Product')
        .map(({ name, offers: of }) => [
          name,
          of.map(({ price, priceCurrency, priceValidUntil }) =>
            [price, priceCurrency, priceValidUntil].filter(Boolean).join(' '),
          ),
        ]),
    );
    expect(Object.fromEntries(offers)).toEqual({
      'Dolores: Basic': ['8.99 USD', '86.3 USD', '64 CNY', '614.4 CNY'],
      'Dolores: Pro': [
        '28.99 USD 2026-12-31',
        '278.3 USD 2026-12-31',
        '207 CNY 2026-12-31',
        '1987.2 CNY 2026-12-31',
      ],
      'Dolores: 500 credits': ['4.99 USD', '36 CNY'],
      'Dolores: 1,000 credits': ['8.99 USD', '64 CNY'],
    });
  });

  it('drops a promotion on the day after it, and contains before it only the prices that follow', async () => {
    const after = pageOf(await renderPricing('2027-01-01', operator));
    expect(datedOf(after)).toEqual([]);
    expect(textsOf(after).filter((text) => /38%|28\.99/.test(text))).toEqual([]);
    expect(textsOf(after)).toContain('$46.76');
    const before = pageOf(await renderPricing('2025-12-30', operator));
    const states = datedOf(before).map(({ attributes }) => attributes.get('data-state'));
    expect(new Set(states)).toEqual(new Set(['off']));
    expect(before.includes('"price":46.76')).toBe(true);
    expect(before.includes('"price":28.99')).toBe(false);
  });
});

describe('a page of prices while selling is off', () => {
  const html = pageOf(closed);

  it('offers codes first, and shows the future prices of plans and packs', () => {
    expect(headingsOf(html)).toEqual([
      'Credits come with a gift code',
      'Plans',
      'Credit packs',
      'You never pay for an answer that fails',
      'Questions and answers',
      'What a question costs',
    ]);
    expect(textsOf(html).join(' ')).toContain('Plans and packs cannot be bought here yet.');
    expect(shownOf(cardOf(html, 'plan-pro'), 'month', 'USD')).toContain('$46.76 a month');
  });

  it.each(languages)('has no button to buy and no promotion, in %s', (language) => {
    const page = pageOf(closed, language);
    expect(buyLinks(page)).toEqual([]);
    expect(/38\s?%|28[.,]99|\/pay\/|"@type":"Product"/.exec(page)).toBeNull();
  });
});

describe('either page of prices', () => {
  it.each(
    languages.flatMap((language) => [
      ['selling', language, pageOf(selling, language)] as const,
      ['closed', language, pageOf(closed, language)] as const,
    ]),
  )('is valid, and within the budgets: %s in %s', async (_, __, html) => {
    expect(await faultsOf(html)).toEqual([]);
    const { html: whole, script } = pageSize(withoutTemplates(html));
    expect(whole.gzip).toBeLessThanOrEqual(budgets.htmlWireBytes);
    expect(script.gzip).toBeLessThanOrEqual(budgets.scriptGzipBytes);
  });

  it('has both switches, and the currency of its readers first', () => {
    const chosen = (html: string) =>
      tagsOf(html)
        .filter(({ attributes }) => attributes.get('type') === 'radio' && attributes.has('checked'))
        .map(({ attributes }) => attributes.get('value'));
    for (const pages of [selling, closed]) {
      expect(chosen(pageOf(pages))).toEqual(['month', 'USD']);
      expect(chosen(pageOf(pages, 'zh'))).toEqual(['month', 'CNY']);
      expect(chosen(pageOf(pages, 'zh_TW'))).toEqual(['month', 'USD']);
    }
  });
});
