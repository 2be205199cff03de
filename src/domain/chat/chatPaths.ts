import type { Language } from '#domain/languages/languages.ts';
import type { ModelGroup } from '#domain/models/models.ts';
import { segment } from '#domain/site/urls.ts';

/** The target of a chat: a model, AI search, or a GPT. */
export type ChatTarget =
  | { group: ModelGroup | 'search'; model: string }
  | { group: 'g'; gpt: string };

/** AI search. It has its own screen, and its conversations have paths below it. */
export const searchTarget = { group: 'search', model: 'ai-search' } as const;

/** The chat with a model, AI search or a GPT. `text` is filled into the message box; a new chat may be `temporary`. */
export function chatPath(
  language: Language,
  target: ChatTarget,
  more: { conversation?: string; text?: string; temporary?: boolean } = {},
): string {
  const subject = target.group === 'g' ? target.gpt : target.model;
  const conversation = more.conversation === undefined ? '' : `/c/${segment(more.conversation)}`;
  const temporary = more.temporary === true ? '?temporary' : '';
  const query = more.text === undefined ? temporary : `?text=${encodeURIComponent(more.text)}`;
  const name = target.group === 'search' ? '' : `/${segment(subject)}`;
  return `/${language}/chat/${target.group}${name}${conversation}${query}`;
}

/**
 * Returns `chatPath` of a GPT with a text. Letters outside of ASCII are not percent-encoded, which browsers do: in most
 * languages the address would be many times as long as the text.
 */
export function startPath(language: Language, gpt: string, text: string): string {
  const query = text.replaceAll(/[\0-\x7f]+/g, (ascii) => encodeURIComponent(ascii));
  return `${chatPath(language, { group: 'g', gpt })}?text=${query}`;
}

/** The empty frame of AI search as a document. The chat area preloads it. */
export const searchFramePath = '/search/placeholder';

export type ChatScreen = 'search' | 'media' | 'gpts' | 'settings';

export function chatScreenPath(language: Language, screen: ChatScreen): string {
  return `/${language}/chat/${screen}`;
}

/** The page of the specified hash routes. The same page is also served below each language. */
export const nextChatPath = '/nextchat';

/** A new chat with a model or AI search in a new tab. */
export function newTabPath(language: Language, target: { model: string } | 'search'): string {
  const page = `/${language}${nextChatPath}`;
  return target === 'search'
    ? `${page}#/ai-search`
    : `${page}#/start-chat/${segment(target.model)}`;
}

/** The one page that serves every path of the chat area of a language. */
export function chatShellPath(language: Language): string {
  return `/${language}/chat`;
}

/** A shared conversation. Without `language`, the server uses the visitor’s. */
export function sharedPath(id: string, language?: Language): string {
  return `${language === undefined ? '' : `/${language}`}/s/${segment(id)}`;
}

/** Copies a shared conversation into the account of the visitor, and opens it. */
export function continuePath(language: Language, shareId: string): string {
  return `/${language}/chat/continue/${segment(shareId)}`;
}

/** The page that the server fills with a shared conversation. */
export function sharedPagePath(language: Language): string {
  return `/${language}/s`;
}
