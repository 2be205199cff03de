import { describe, expect, it } from 'vitest';
import { translator } from '#i18n/translate.ts';
import { currentItem, menuItems } from '../../../src/layouts/site/menu.ts';

describe('the menu of the top bar', () => {
  it('leads in the specified order to the specified places', () => {
    const t = translator('en', 'site');
    expect(menuItems('en').map(({ key, href }) => [t(`menu.${key}`), href])).toEqual([
      ['GPTs', '/en'],
      ['AI Search', '/en/chat/search'],
      ['Claude3', '/en/chat/claude/claude-3-opus'],
      ['OpenAI', '/en/chat/openai/gpt-4o-mini'],
      ['Llama', '/en/chat/llama/llama-3.1-8b-instant'],
      ['Luma', '/en/chat/art/luma-video'],
      ['Ranking', '/en/ranking/all'],
      ['Pricing', '/en/pricing'],
    ]);
  });

  it('marks the place where one is', () => {
    expect(
      ['/de', '/de/gpts/x', '/de/ranking/all', '/de/pricing', '/de/404'].map((path) =>
        currentItem('de', path),
      ),
    ).toEqual(['gpts', 'gpts', 'ranking', 'pricing', undefined]);
  });
});
