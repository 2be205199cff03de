import { describe, expect, it } from 'vitest';
import { menuEntries, menuModelsOf } from '#domain/models/menuModels.ts';
import { catalogueOf } from '#domain/models/modelSettings.ts';
import { translator } from '#i18n/translate.ts';
import { currentItem, menuItems } from '../../../src/layouts/site/menu.ts';

describe('the menu of the top bar', () => {
  it('leads in the specified order to the specified places', () => {
    const t = translator('en', 'site');
    expect(menuItems('en', menuEntries).map(({ key, href }) => [t(`menu.${key}`), href])).toEqual([
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

  it('leads to the first model of a group if the specified one is hidden', () => {
    const hidden = new Set(['claude-3-opus', 'luma-video', 'dall-e-3', 'suno-v3']);
    const catalogue = catalogueOf([]).map((model) => ({ ...model, hidden: hidden.has(model.id) }));
    const menu = menuModelsOf(catalogue);
    expect(menu.claude).toEqual({ group: 'claude', model: 'claude-2' });
    expect(menu.openai.model).toBe('gpt-4o-mini');
    expect(menu.luma.model).toBe('luma-video');
  });

  it('marks the current place', () => {
    expect(
      ['/de', '/de/gpts/x', '/de/ranking/all', '/de/pricing', '/de/404'].map((path) =>
        currentItem('de', path),
      ),
    ).toEqual(['gpts', 'gpts', 'ranking', 'pricing', undefined]);
  });
});
