import { type Language, defaultLanguage } from '#domain/languages.ts';
import type { Finding, Texts } from './finding.ts';

/** Names of products and models, and examples of what to type: the same everywhere. */
const names =
  /Dolores|GPTs?|OpenAI|Claude3?|Llama|Luma|DALL·E|Basic|Pro|WeChat Pay|you@example\.com|X{4}(-X{4}){3}/g;

/** Words that a language writes as English does, by text. */
const sharedWords: Partial<Record<Language, { reason: string; texts: readonly string[] }>> = {
  de: {
    reason: 'German uses the English word, or has the same one',
    texts: [
      'Blog',
      'Blog · Dolores',
      'Business',
      'Canvas',
      'Chat',
      'Chats',
      'Code',
      'Community',
      'Credits',
      'Design',
      'Details',
      'Lifestyle',
      'Marketing',
      'Name',
      'Rate',
      'Shopping',
      'Start',
      'Support',
      'Tag',
      'Tags',
      'Text',
      'Tools',
      'Video',
    ],
  },
  fr: {
    reason: 'English has the word from French, or French uses the English one',
    texts: [
      'Actions',
      'Art',
      'Blog',
      'Blog · Dolores',
      'Blog, page {{page}} · Dolores',
      'Business',
      'Canvas',
      'Chat',
      'Code',
      'Communication',
      'Contact',
      'Contact · Dolores',
      'Conversations',
      'Correction',
      'Design',
      'Finance',
      'Image',
      'Instructions',
      'Marketing',
      'Menu',
      'Message',
      'Notifications',
      'Page {{page}}',
      'Question',
      'Sessions',
      'Shopping',
      'Source',
      'Tag',
      'Tags',
      '{{amount}} assistant',
      '{{amount}} assistants',
      '{{amount}} tag',
      '{{amount}} tags',
      '{{category}}, page {{page}}',
    ],
  },
  vi: {
    reason: 'Vietnamese uses the English word',
    texts: ['Blog', 'Blog · Dolores', 'Canvas', 'Chat', 'Marketing', 'Menu', 'Video'],
  },
};

/** Texts that are English in another language, though there is something to translate in them. */
export function findSame(language: Language, texts: Texts, english: Texts): Finding[] {
  if (language === defaultLanguage) return [];
  const shared = new Set(sharedWords[language]?.texts);
  return [...texts]
    .filter(([message, text]) => english.get(message) === text && !shared.has(text))
    .filter(([, text]) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '').replace(names, '')))
    .map(([message, text]): Finding => {
      return { kind: 'same', language, message, problem: `is the same as in English: ${text}` };
    });
}
