import type { Language } from '#domain/languages/languages.ts';

/** Queries that once found nothing, or something absurd, in the starter catalogue: printed with their first results. */
export const namedQueries: readonly { query: string; locale: Language }[] = [
  ...[
    'write a cover letter',
    'python teacher',
    'learn python',
    'resume',
    'trip',
    'job interview',
    'marketing',
    'translate chinese',
    'diet',
    'lawyer',
    'essay',
  ].map((query) => ({ query, locale: 'en' as const })),
  ...['翻译', '编程', '简历', '旅行'].map((query) => ({ query, locale: 'zh' as const })),
  { query: '翻訳', locale: 'ja' },
  { query: 'Bewerbung', locale: 'de' },
  { query: '번역', locale: 'ko' },
];
