import type { Page } from 'playwright';
import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { defaultGptId } from '#domain/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import {
  attachFiles,
  editQuestion,
  findText,
  openByKeys,
  openConversationMenu,
  openDeleteAll,
  openModels,
  openRegenerateMenu,
  openShare,
  openSidebar,
  putSidebarAway,
  renameConversation,
  waitForCode,
} from './chatSteps.ts';
import type { Screen } from './screens.ts';

const defaultChat = (language: Language) =>
  chatPath(language, { group: 'openai', model: 'gpt-4o-mini' });

/** The chat area: conversations, its dialogs and menus, and the settings. */
export const chatScreens: readonly Screen[] = [
  chat('chat-empty', defaultChat),
  chat('chat-gpt-empty', (language) => chatPath(language, { group: 'g', gpt: defaultGptId })),
  chat('chat-answer', (language, { answered }) => answered(language), { prepare: waitForCode }),
  chat('chat-failed', (language, { failed }) => failed(language)),
  chat('chat-no-credits', defaultChat, { who: ['poor'] }),
  chat('chat-gpts', (language) => chatScreenPath(language, 'gpts'), { who: ['user', 'poor'] }),
  chat('chat-failing', defaultChat, {
    intercept: cutChat,
    prepare: waitForAlert,
    widths: [360, 1280],
  }),
  chat('search-frame', () => '/search/placeholder', { widths: [360, 1280] }),
  chat('chat-settings', (language) => chatScreenPath(language, 'settings')),
  settings('settings-profile', 'profile'),
  settings('settings-sessions', 'sessions'),
  settings('settings-credits', 'credits', { who: ['user', 'poor'] }),
  settings('settings-notifications', 'notifications'),
  settings('settings-support', 'support'),
  settings('settings-data', 'data'),
  settings('settings-deletion', 'delete-account', { who: ['user', 'leaving'] }),
  chat('chat-search', (language) => chatScreenPath(language, 'search')),
  chat('chat-files', defaultChat, { prepare: attachFiles }),
  chat('chat-model-menu', defaultChat, { prepare: openModels }),
  chat('chat-conversation-menu', defaultChat, { prepare: openConversationMenu }),
  chat('chat-rename', defaultChat, { prepare: renameConversation }),
  chat('chat-regenerate-menu', (language, { answered }) => answered(language), {
    prepare: openRegenerateMenu,
  }),
  chat('chat-edit', (language, { answered }) => answered(language), { prepare: editQuestion }),
  chat('chat-sidebar-away', defaultChat, { prepare: putSidebarAway, widths: [768, 1280] }),
  chat('chat-share', (language, { answered }) => answered(language), { prepare: openShare }),
  chat('chat-delete-all', (language) => chatScreenPath(language, 'settings'), {
    prepare: openDeleteAll,
  }),
  chat('chat-find-bar', (language, { answered }) => answered(language), { prepare: findText }),
  chat('chat-find', defaultChat, { prepare: openByKeys('Control+k') }),
  chat('chat-settings-dialog', defaultChat, { prepare: openByKeys('Control+,') }),
  chat('chat-shortcuts', defaultChat, { prepare: openByKeys('Control+/') }),
  chat('chat-drawer', defaultChat, { prepare: openSidebar, widths: [360] }),
];

type More = Partial<Omit<Screen, 'name' | 'path'>>;

function chat(name: string, path: Screen['path'], more: More = {}): Screen {
  return { name, path, who: ['user'], ...more };
}

/** A part of the settings, at the widths at which its layout differs. */
function settings(name: string, id: string, more: More = {}): Screen {
  const path = (language: Language) => `${chatScreenPath(language, 'settings')}#${id}`;
  const prepare = (page: Page) => page.locator(`#${id}`).waitFor();
  return chat(name, path, { widths: [360, 1280], prepare, ...more });
}

async function cutChat(page: Page): Promise<void> {
  await page.route('**/api/chat/conversations**', (route) => route.abort());
}

async function waitForAlert(page: Page): Promise<void> {
  await page.locator('#sidebar [role="alert"]').waitFor({ state: 'attached' });
}
