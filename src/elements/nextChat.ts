import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { findModel } from '#domain/models/models.ts';
import { chatPath, chatScreenPath, chatShellPath } from '#domain/chat/chatPaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { storedLanguage } from '#stores/browser/language.ts';

/**
 * Redirects a hash route of `/nextchat` to the same screen of the chat area, in the language of the address or, without
 * one, the visitor’s.
 */
const language = chooseLanguage({
  segment: splitLanguage(location.pathname).language,
  stored: storedLanguage(),
  accepted: navigator.languages.join(','),
});

function pathOf(hash: string): string {
  const [, route, subject] = hash.split('/');
  if (route === 'ai-search') return chatScreenPath(language, 'search');
  if (route !== 'start-chat' || !subject) return chatShellPath(language);
  const model = decoded(subject);
  return chatPath(language, { group: findModel(model)?.group ?? 'openai', model });
}

/** Returns the text of a segment, or the segment itself if it is misspelled, which then names no model. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

location.replace(pathOf(location.hash));
