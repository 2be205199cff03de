import { type ChatSettings, chatSettings } from '#contract/chat/chatSettings.ts';
import { defaultChatSettings } from '#domain/chat/chatSettings.ts';

/**
 * Returns stored settings, which another version may have stored: missing fields get their defaults. If a stored value
 * is no longer valid, returns all defaults.
 */
export function parseSettings(stored: object | null | undefined): ChatSettings {
  const read = chatSettings.safeParse({ ...defaultChatSettings, ...stored });
  return read.success ? read.data : defaultChatSettings;
}
