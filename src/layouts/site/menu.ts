import type { Language } from '#domain/languages.ts';
import type { MenuEntry, MenuModels } from '#domain/menuModels.ts';
import { chatPath, chatScreenPath, homePath, pricingPath, rankingPath } from '#domain/urls.ts';

export type MenuKey =
  | 'gpts'
  | 'search'
  | 'claude'
  | 'openai'
  | 'llama'
  | 'luma'
  | 'ranking'
  | 'pricing';

export type MenuItem = { key: MenuKey; href: string };

/** The eight items of the top bar and the drawer, in the specified order. Their texts are `site.menu.{key}`. */
export function menuItems(language: Language, models: MenuModels): MenuItem[] {
  const chat = (key: MenuEntry): MenuItem => ({ key, href: chatPath(language, models[key]) });
  return [
    { key: 'gpts', href: homePath(language) },
    { key: 'search', href: chatScreenPath(language, 'search') },
    chat('claude'),
    chat('openai'),
    chat('llama'),
    chat('luma'),
    { key: 'ranking', href: rankingPath(language, 'all') },
    { key: 'pricing', href: pricingPath(language) },
  ];
}

/** The menu item that a path belongs to, if any: what the bar marks as the current place. */
export function currentItem(language: Language, path: string): MenuKey | undefined {
  const [, , section] = path.split('/');
  if (path === homePath(language) || section === 'page' || section === 'categories') return 'gpts';
  if (section === 'collections') return 'gpts';
  if (section === 'gpts' || section === 'search' || section === 'tags' || section === 'authors')
    return 'gpts';
  if (section === 'ranking') return 'ranking';
  return section === 'pricing' ? 'pricing' : undefined;
}
