import type { GptCard } from '#contract/gpts/gpts.ts';
import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { foldText } from '#domain/texts/foldText.ts';
import { markerOf } from '#domain/texts/markedText.ts';
import { priceEach } from '#islands/chat/models/priceEach.ts';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { type PaletteAction, usePaletteActions } from '#islands/chat/dialogs/usePaletteActions.ts';
import { useGptCards } from '#islands/chat/marks/useGptCards.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Keys } from '#stores/browser/keyNames.ts';
import { $helpPages, loadHelpPages } from '#stores/browser/helpPages.ts';
import { shortcuts } from '#stores/browser/shortcuts.ts';
import { $conversationSearch } from '#stores/conversations/conversationSearch.ts';
import { $conversations, type ConversationCard } from '#stores/conversations/conversations.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { $gptCards } from '#stores/gpts/gptCards.ts';
import { $models } from '#stores/models/models.ts';
import { $messages, $runningAnswer } from '#stores/thread/thread.ts';
import { fetchCode } from '#stores/browser/newVersion.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';

/** A row of the palette: a link, the command of a shortcut, or another action. */
export type PaletteEntry = {
  key: string;
  title: string;
  note?: string | null;
  keys?: Keys;
  /** When a conversation was last used. */
  day?: string;
  mark?: PaletteMark;
} &
  /** `messageId`: the message of a conversation to scroll to. */
  (
    | { href: string; messageId?: string | undefined }
    | { command: ShortcutName }
    | Pick<PaletteAction, 'run'>
  );

/** The GPT whose mark is shown, or the target of a conversation. */
export type PaletteMark = { gpt: GptCard } | Pick<ConversationCard, 'target'>;

export type PaletteGroup = { title: string; rows: readonly PaletteEntry[] };

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

/** Recent conversations that are shown before the user types. */
const mostRecent = 8;

/** Rows of a group of which there may be many. */
const mostMatches = 5;

/**
 * Returns what this page knows without the server, by group: what the user had before, then what there is. Without a
 * query, the recent conversations, the commands and the pages; else the rows whose titles have all words of the query.
 */
export function usePaletteGroups(query: string): PaletteGroup[] {
  const { t } = useText();
  const isSearch = query.trim() !== '';
  const isMatch = useMemo(() => matcherOf(query), [query]);
  const conversations = useConversations(isSearch ? isMatch : undefined);
  const gpts = useGpts();
  const models = useModels();
  const commands = [...useCommands(), ...usePaletteActions()];
  const pages = usePages();
  const settings = useSettings();
  const help = useHelpPages(isSearch);
  const commandGroup = { title: t('conversations.search.commands'), rows: commands };
  const pageGroup = { title: t('chat.sidebar.label'), rows: pages };
  if (!isSearch) {
    return [
      { title: t('conversations.search.recent'), rows: conversations },
      commandGroup,
      pageGroup,
    ];
  }
  const matchesOf = ({ title, rows }: PaletteGroup, most = rows.length): PaletteGroup => ({
    title,
    rows: rows.filter(isMatch).slice(0, most),
  });
  return [
    { title: t('chat.sidebar.conversations'), rows: conversations },
    matchesOf({ title: t('chat.first.yours'), rows: gpts }, mostMatches),
    matchesOf({ title: t('chat.sidebar.models'), rows: models }, mostMatches),
    matchesOf(commandGroup),
    matchesOf(pageGroup),
    matchesOf({ title: t('chat.sidebar.settings'), rows: settings }),
    matchesOf({ title: t('conversations.search.help'), rows: help }),
  ];
}

/** The loaded conversations that match, with the found message once the server has answered, or the most recent ones. */
function useConversations(isMatch: Matcher | undefined): PaletteEntry[] {
  const { language } = useText();
  const list = useStore($conversations);
  const search = useStore($conversationSearch);
  const items = list.state === 'ready' ? list.items : undefined;
  const shown = useMemo(
    () => (isMatch ? firstMatches(items ?? [], isMatch) : (items ?? []).slice(0, mostRecent)),
    [items, isMatch],
  );
  useGptCards(shown);
  const found = search.state === 'found' ? search.found.items : [];
  return shown.map(({ id, title, target, updated }) => ({
    key: conversationKey(id),
    title,
    mark: { target },
    day: updated,
    href: chatPath(language, toChatTarget(target), { conversation: id }),
    messageId: found.find(({ conversation }) => conversation.id === id)?.hits[0]?.message_id,
  }));
}

export function conversationKey(id: string): string {
  return `conversation ${id}`;
}

/** Stops at the last shown one, because the list may be long. */
function firstMatches(items: readonly ConversationCard[], isMatch: Matcher): ConversationCard[] {
  const matches: ConversationCard[] = [];
  for (const item of items) {
    if (matches.length === mostMatches) break;
    if (isMatch(item)) matches.push(item);
  }
  return matches;
}

/** The GPTs whose cards were loaded: recent and saved ones, and those of conversations. */
function useGpts(): PaletteEntry[] {
  const { language } = useText();
  return Object.values(useStore($gptCards)).flatMap((card) =>
    typeof card === 'object' ? [gptEntry(card, language)] : [],
  );
}

export function gptEntry(gpt: GptCard, language: Language): PaletteEntry {
  return {
    key: `gpt ${gpt.id}`,
    title: gpt.name,
    note: gpt.description,
    mark: { gpt },
    href: chatPath(language, { group: 'g', gpt: gpt.id }),
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
    href: `${chatScreenPath(language, 'settings')}#${id}`,
  }));
}

/** The help pages. Their titles are fetched when something is searched (`isNeeded`). */
function useHelpPages(isNeeded: boolean): PaletteEntry[] {
  const { language } = useText();
  useEffect(() => {
    if (isNeeded) void loadHelpPages(language);
  }, [isNeeded, language]);
  return useStore($helpPages).map(({ name, title }) => ({
    key: `help ${name}`,
    title,
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
    mark: { target: { model: model.id } },
    href: chatPath(language, { group: model.group, model: model.id }),
  }));
}

type Matcher = (entry: { title: string }) => boolean;

function matcherOf(query: string): Matcher {
  const markers = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => markerOf([word]));
  return ({ title }) => markers.every((mark) => mark(title).some(({ isMarked }) => isMarked));
}
