import { call } from '#contract/call.ts';
import {
  type ChatSettings,
  getChatSettings,
  putChatSettings,
} from '#contract/chat/chatSettings.ts';
import { defaultChatSettings, sendKeys } from '#domain/chat/chatSettings.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

export type { ChatSettings } from '#contract/chat/chatSettings.ts';

export type SettingsSync =
  | { state: 'loading' | 'saved' | 'saving' }
  /** `repeatSettings` retries. */
  | { state: 'loadFailed' | 'saveFailed'; problem: Message };

/** Key in local storage of the send key, so that Enter does not send by mistake before the settings are loaded. */
const sendKeyKey = 'send-key';

/** The user's settings for answers, with the last change made here. */
export const $chatSettings = atom<ChatSettings>({
  ...defaultChatSettings,
  send_key: storedSendKey() ?? defaultChatSettings.send_key,
});

/** The tokens of the user's custom instructions and memory, which are input of each question; 0 until they are known. */
export const $personalTokens = atom(0);

/** Whether the settings are saved at the server. */
export const $settingsSync = atom<SettingsSync>({ state: 'loading' });

/** Counts changes made here, so that a response to an older call does not undo a newer change. */
let changes = 0;
let sending: Promise<void> = Promise.resolve();

/** Loads the settings. Changes that were made here meanwhile stay. */
export async function loadChatSettings(): Promise<void> {
  const changesBefore = changes;
  try {
    const { personal_tokens: tokens = 0, ...settings } = await call(getChatSettings, {});
    $personalTokens.set(tokens);
    if (changes === changesBefore) show(settings, { state: 'saved' });
  } catch (error) {
    if (isSignedOut(error) || changes !== changesBefore) return;
    $settingsSync.set({ state: 'loadFailed', problem: errorMessage(error) });
  }
}

/** Applies settings at once and saves them at the server; of several changes in a row only the last one is sent. */
export async function saveChatSettings(settings: ChatSettings): Promise<void> {
  changes += 1;
  const own = changes;
  show(settings, { state: 'saving' });
  sending = sending.then(() => (own === changes ? send(settings, own) : undefined));
  await sending;
}

/** Retries loading or saving, whichever failed. */
export async function repeatSettings(): Promise<void> {
  if ($settingsSync.get().state === 'loadFailed') {
    $settingsSync.set({ state: 'loading' });
    await loadChatSettings();
  } else await saveChatSettings($chatSettings.get());
}

/** Restores all defaults, the send key included. */
export async function restoreDefaultSettings(): Promise<void> {
  await saveChatSettings(defaultChatSettings);
}

async function send(settings: ChatSettings, own: number): Promise<void> {
  try {
    const stored = await call(putChatSettings, { body: settings });
    if (own === changes) show(stored, { state: 'saved' });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if (own === changes) $settingsSync.set({ state: 'saveFailed', problem: errorMessage(error) });
  }
}

function show(settings: ChatSettings, sync: SettingsSync): void {
  store(sendKeyKey, settings.send_key);
  $chatSettings.set(settings);
  $settingsSync.set(sync);
}

function storedSendKey(): ChatSettings['send_key'] | undefined {
  const stored = readStored(sendKeyKey);
  return sendKeys.find((key) => key === stored);
}
