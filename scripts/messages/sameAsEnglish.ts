import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import type { Finding, Texts } from './finding.ts';

/** Names of products and models, and examples of input, which are the same in all languages. */
const names =
  /Dolores|GPTs?|OpenAI|Claude3?|Llama|Luma|DALL·E|Basic|Pro|WeChat Pay|you@example\.com|X{4}(-X{4}){3}/g;

/** Texts that a language has in common with English. */
const sharedWords: Partial<Record<Language, readonly string[]>> = {
  de: [
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
    'Name (optional)',
    'Rate',
    'Shopping',
    'Start',
    'Support',
    'Tag',
    'Tags',
    'Text',
    'Tools',
    'Video',
    'Videos',
  ],
  fr: [
    'Actions',
    'Art',
    'Blog · Dolores',
    'Blog',
    'Blog, page {{page}} · Dolores',
    'Business',
    'Canvas',
    'Chat',
    'Code',
    'Communication',
    'Contact · Dolores',
    'Contact',
    'Conversations',
    'Correction',
    'Design',
    'Finance',
    'Image',
    'Instructions',
    'Licence',
    'Marketing',
    'Menu',
    'Message',
    'Notifications',
    'Page {{page}}',
    'Question',
    'Questions',
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
  vi: ['Blog', 'Blog · Dolores', 'Canvas', 'Chat', 'Marketing', 'Menu', 'Video'],
};

/** Finds texts that are the same as in English and contain more than names and shared words. */
export function findSame(language: Language, texts: Texts, english: Texts): Finding[] {
  if (language === defaultLanguage) return [];
  const shared = new Set(sharedWords[language]);
  return [...texts]
    .filter(([message, text]) => english.get(message) === text && !shared.has(text))
    .filter(([, text]) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '').replace(names, '')))
    .map(([message, text]): Finding => {
      return { kind: 'same', language, message, problem: `is the same as in English: ${text}` };
    });
}
