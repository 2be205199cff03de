import { type ChatSettings, chatSettings } from '#contract/chatSettings.ts';
import { defaultChatSettings } from '#domain/chatSettings.ts';

/**
 * Settings as they were stored, perhaps by another version: what is missing is as it was before anybody chose. Where
 * something stored is not taken any more, all of it is.
 */
export function readSettings(stored: object | null | undefined): ChatSettings {
  const read = chatSettings.safeParse({ ...defaultChatSettings, ...stored });
  return read.success ? read.data : defaultChatSettings;
}
