import type { ModelGroup } from '#domain/models/models.ts';
import type { CatalogueModel } from '#domain/models/modelSettings.ts';

/** The chat entries of the site's menu, each with the model that it opens. */
export const menuEntries = {
  claude: { group: 'claude', model: 'claude-3-opus' },
  openai: { group: 'openai', model: 'gpt-4o-mini' },
  llama: { group: 'llama', model: 'llama-3.1-8b-instant' },
  luma: { group: 'art', model: 'luma-video' },
} as const satisfies Readonly<Record<string, { group: ModelGroup; model: string }>>;

export type MenuEntry = keyof typeof menuEntries;

export type MenuModels = Readonly<Record<MenuEntry, { group: ModelGroup; model: string }>>;

/** Returns the menu entries for a catalogue. A hidden model is replaced by the first visible one of its group. */
export function menuModelsOf(
  catalogue: readonly Pick<CatalogueModel, 'id' | 'group' | 'hidden'>[],
): MenuModels {
  const shown = catalogue.filter(({ hidden }) => !hidden);
  const opened = Object.entries(menuEntries).map(([entry, { group, model }]) => {
    const isShown = shown.some(({ id }) => id === model);
    const first = shown.find((other) => other.group === group);
    return [entry, { group, model: isShown ? model : (first?.id ?? model) }] as const;
  });
  return Object.fromEntries(opened) as MenuModels;
}
