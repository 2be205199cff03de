import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { foldText } from '#domain/texts/foldText.ts';
import { markerOf } from '#domain/texts/markedText.ts';
import { priceEach } from '#islands/chat/models/priceEach.ts';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { type PaletteAction, usePaletteActions } from '#islands/chat/dialogs/usePaletteActions.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Keys } from '#stores/browser/keyNames.ts';
import { $helpPages, loadHelpPages } from '#stores/browser/helpPages.ts';
import { shortcuts } from '#stores/browser/shortcuts.ts';
import { $models } from '#stores/models/models.ts';
import { $messages, $runningAnswer } from '#stores/thread/thread.ts';
import { fetchCode } from '#stores/browser/newVersion.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

/** A row of the palette: a link, the command of a shortcut, or another action. */
export type PaletteEntry = { key: string; title: string; note?: string | null; keys?: Keys } & (
  | { href: string }
  | { command: ShortcutName }
  | Pick<PaletteAction, 'run'>
);

/** Commands on messages. They are offered where there are some. */
const onMessages: readonly ShortcutName[] = [
  'find',
  'print',
  'copy',
  'regenerate',
  'edit',
  'previousBranch',
  'nextBranch',
];

const mostModels = 5;

/** Returns the commands, actions, pages, settings and help pages, and the models, whose titles have all words of the query. */
export function usePaletteEntries(query: string) {
  const commands = [...useCommands(), ...usePaletteActions()];
  const pages = usePages();
  const settings = useSettings();
  const help = useHelpPages(query.trim() !== '');
  const models = useModels();
  if (query.trim() === '') return { commands: [...commands, ...pages], models: [] };
  const isMatch = matcherOf(query);
  return {
    commands: [...commands, ...pages, ...settings, ...help].filter(isMatch),
    models: models.filter(isMatch).slice(0, mostModels),
  };
}

function useCommands(): PaletteEntry[] {
  const { t } = useText();
  const hasMessages = useStore($messages).length > 0;
  const isRunning = useStore($runningAnswer) !== undefined;
  const isOffered = (name: ShortcutName): boolean => {
    if (name === 'search') return false;
    if (name === 'stop') return isRunning;
    return hasMessages || !onMessages.includes(name);
  };
  return shortcuts
    .filter(({ name }) => isOffered(name))
    .map(({ name, keys }) => ({
      key: name,
      title: t(`conversations.shortcuts.${name === 'sheet' ? 'title' : name}`),
      keys,
      command: name,
    }));
}

function usePages(): PaletteEntry[] {
  const { t, language } = useText();
  const screens = (['search', 'gpts', 'media', 'settings'] as const).map((screen) => ({
    key: `${screen} screen`,
    title: t(`chat.sidebar.${screen}`),
    href: chatScreenPath(language, screen),
  }));
  return [
    ...screens,
    { key: 'credits', title: t('composer.low.more'), href: pricingPath(language) },
    { key: 'help', title: t('conversations.search.help'), href: helpPath(language) },
  ];
}

/** The sections of the settings, whose code is fetched for their titles. Without it, the settings are one page. */
function useSettings(): PaletteEntry[] {
  const { t, language } = useText();
  const [sections, setSections] = useState<readonly { id: string; title: string }[]>([]);
  useEffect(() => {
    fetchCode(() => import('#islands/chat/settings/AllSettings.tsx')).then(
      ({ settingsSections }) => setSections(settingsSections),
      () => undefined,
    );
  }, []);
  return sections.map(({ id, title }) => ({
    key: `settings ${id}`,
    title: t(title),
    note: t('chat.sidebar.settings'),
    href: `${chatScreenPath(language, 'settings')}#${id}`,
  }));
}

/** The help pages. Their titles are fetched when something is searched (`isNeeded`). */
function useHelpPages(isNeeded: boolean): PaletteEntry[] {
  const { t, language } = useText();
  useEffect(() => {
    if (isNeeded) void loadHelpPages(language);
  }, [isNeeded, language]);
  return useStore($helpPages).map(({ name, title }) => ({
    key: `help ${name}`,
    title,
    note: t('conversations.search.help'),
    href: helpPath(language, name),
  }));
}

function useModels(): PaletteEntry[] {
  const { t, language } = useText();
  return useStore($models).models.map((model) => ({
    key: `model ${model.id}`,
    title: model.title,
    note: model.available
      ? priceEach(t, model.price, model.kind)
      : t(whyUnavailable(model)[0], { name: model.title }),
    href: chatPath(language, { group: model.group, model: model.id }),
  }));
}

function matcherOf(query: string): (entry: PaletteEntry) => boolean {
  const markers = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => markerOf([word]));
  return ({ title }) => markers.every((mark) => mark(title).some(({ isMarked }) => isMarked));
}
