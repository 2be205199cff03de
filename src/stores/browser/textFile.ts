import { parseTrusted } from '#domain/json.ts';
import type { Messages } from '#i18n/messages.ts';

/** Loads the texts of a part of the page. Rejects when they cannot be loaded; the browser keeps loaded ones. */
export async function loadTextFile(path: string): Promise<Messages> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return parseTrusted<{ messages: Messages }>(await response.text()).messages;
}
