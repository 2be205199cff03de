import type { Language } from '#domain/languages.ts';
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
export function menuItems(language: Language): MenuItem[] {
  const chat = (group: 'claude' | 'openai' | 'llama' | 'art', model: string) =>
    chatPath(language, { group, model });
  return [
    { key: 'gpts', href: homePath(language) },
    { key: 'search', href: chatScreenPath(language, 'search') },
    { key: 'claude', href: chat('claude', 'claude-3-opus') },
    { key: 'openai', href: chat('openai', 'gpt-4o-mini') },
    { key: 'llama', href: chat('llama', 'llama-3.1-8b-instant') },
    { key: 'luma', href: chat('art', 'luma-video') },
    { key: 'ranking', href: rankingPath(language, 'all') },
    { key: 'pricing', href: pricingPath(language) },
  ];
}

/** The menu item that a path belongs to, if any: what the bar marks as the current place. */
export function currentItem(language: Language, path: string): MenuKey | undefined {
  const [, , section] = path.split('/');
  if (path === homePath(language) || section === 'page' || section === 'categories') return 'gpts';
  if (section === 'gpts' || section === 'search' || section === 'tags' || section === 'authors')
    return 'gpts';
  if (section === 'ranking') return 'ranking';
  return section === 'pricing' ? 'pricing' : undefined;
}
