import { type ConfigData, HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { openBuiltSite } from '../setup/builtSite.ts';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  elements: [
    'html5',
    // Astro puts the one rule of its islands in front of the first of them.
    { style: { inherit: 'style', flow: true } },
  ],
  rules: {
    // How React writes attributes, void elements and ids; all of it is valid.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // GPTs are named by their authors.
    'long-title': 'off',
    // Suggestions as one types are more than a native list can show.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
};
const validator = new HtmlValidate(config);
const site = await openBuiltSite();

/** One page of each kind. */
const pages = ['en', 'zh']
  .flatMap((language) =>
    [
      '',
      '/page/2',
      '/categories/writing',
      '/gpts/fixture-0',
      '/gpts/nasty-markup',
      '/gpts/nasty-rtl',
      '/gpts/nasty-emoji',
      '/ranking/all',
      '/ranking/daily',
      '/ranking/weekly',
      '/ranking/monthly/2026-02',
      '/pricing',
      '/404',
      '/410',
      '/chat',
      '/login',
    ].map((rest) => `/${language}${rest}`),
  )
  .concat('/nextchat', '/search/placeholder', '/policy.html');

describe('the markup of a page', () => {
  it.each(pages)('is valid: %s', async (path) => {
    const { results } = await validator.validateString(site.page(path).html);
    const faults = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });
});
