import type { Language } from '#domain/languages/languages.ts';
import type { MenuEntry, MenuModels } from '#domain/models/menuModels.ts';
import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';

type MenuKey = 'gpts' | 'search' | MenuEntry | 'ranking' | 'pricing';

type MenuItem = { key: MenuKey; href: string };

/** Sections of the site that belong to the menu item `gpts`. */
const gptSections: readonly (string | undefined)[] = [
  'page',
  'categories',
  'collections',
  'gpts',
  'search',
  'tags',
  'authors',
];

/** Returns the items of the top bar and the drawer in their order. Their texts are `site.menu.{key}`. */
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

/** Returns the menu item that a path belongs to. The menu marks it as current. */
export function currentItem(language: Language, path: string): MenuKey | undefined {
  const [, , section] = path.split('/');
  if (path === homePath(language) || gptSections.includes(section)) return 'gpts';
  return section === 'ranking' || section === 'pricing' ? section : undefined;
}
