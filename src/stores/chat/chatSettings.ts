import { call } from '#contract/call.ts';
import { type ChatSettings, getChatSettings, putChatSettings } from '#contract/chatSettings.ts';
import { defaultChatSettings, sendKeys } from '#domain/chatSettings.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

export type { ChatSettings } from '#contract/chatSettings.ts';

export type SettingsSync =
  | { state: 'loading' | 'saved' | 'saving' }
  /** `again` repeats what failed: the page never knew the settings, or the server did not take them. */
  | { state: 'loadFailed' | 'saveFailed'; problem: Message };

/** The key in local storage of what sends a question: Enter must not send by mistake before the server has answered. */
const sendKeyKey = 'send-key';

/** How the user wants to be answered; as the server knows it, or as it was changed here last. */
export const $chatSettings = atom<ChatSettings>({
  ...defaultChatSettings,
  send_key: storedSendKey() ?? defaultChatSettings.send_key,
});

/** Whether the server has them. */
export const $settingsSync = atom<SettingsSync>({ state: 'loading' });

/** Changes that were made here so far: an older answer must not undo a newer one. */
let changes = 0;
let sending: Promise<void> = Promise.resolve();

/** Loads the settings. Fields that were changed here meanwhile stay. */
export async function loadChatSettings(): Promise<void> {
  const changesBefore = changes;
  try {
    const settings = await call(getChatSettings, {});
    if (changes === changesBefore) show(settings, { state: 'saved' });
  } catch (error) {
    if (isSignedOut(error) || changes !== changesBefore) return;
    $settingsSync.set({ state: 'loadFailed', problem: errorMessage(error) });
  }
}

/** Uses settings at once and stores them; of several changes in a row only the last one is sent. */
export async function saveChatSettings(settings: ChatSettings): Promise<void> {
  changes += 1;
  const own = changes;
  show(settings, { state: 'saving' });
  sending = sending.then(() => (own === changes ? send(settings, own) : undefined));
  await sending;
}

/** Tries what failed once more. */
export async function repeatSettings(): Promise<void> {
  if ($settingsSync.get().state === 'loadFailed') {
    $settingsSync.set({ state: 'loading' });
    await loadChatSettings();
  } else await saveChatSettings($chatSettings.get());
}

/** Leaves everything to the models again; the send key, too. */
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
