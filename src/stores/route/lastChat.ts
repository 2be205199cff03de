import { splitLanguage } from '#domain/site/urls.ts';
import { sessionHint } from '#stores/browser/sessionHint.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';

const storageKey = 'last-chat';

/** Keeps the path of the chat that this tab shows, so that a purchase can lead back to it. */
export function keepLastChat(path: string): void {
  store(storageKey, JSON.stringify({ path, user: sessionHint() }), 'sessionStorage');
}

/** Returns the path of the last chat of this user in this tab. Its model and draft are stored with it. */
export function lastChatPath(): string | undefined {
  const kept = readStoredJson(storageKey, 'sessionStorage') as Record<string, unknown> | null;
  const path = kept?.['path'];
  if (typeof path !== 'string' || kept?.['user'] !== sessionHint()) return undefined;
  const { language, rest } = splitLanguage(path);
  return language !== undefined && rest.startsWith('/chat/') ? path : undefined;
}
