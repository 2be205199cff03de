import type { FeedEntry } from '#catalog/feeds/feed.ts';
import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';
import { cleanText, clip, contentMarks } from '#domain/texts/text.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { categoryName } from '#i18n/categories.ts';

const summaryCharacters = 300;

/** The fields of an entry that are not fields of its GPT. */
type GptOccasion = Pick<FeedEntry, 'occasion' | 'published' | 'updated'> & {
  /** The place in a ranking. */
  rank?: number;
  /** The text before the description. */
  lead?: string;
};

/** Returns an entry about a GPT. */
export function gptEntry(gpt: Gpt, language: Language, about: GptOccasion): FeedEntry {
  const { occasion, published, updated, rank, lead } = about;
  const { lang } = contentMarks(gpt.lang);
  const isOther = lang !== undefined && languageOfTag(lang) !== language;
  const name = clip(gpt.name, summaryCharacters) || gpt.id;
  const description = clip(gpt.description ?? '', summaryCharacters);
  return {
    path: gptPath(language, gpt.id),
    occasion,
    title: rank === undefined ? name : `${rank}. ${name}`,
    summary: [lead, description].filter(Boolean).join(' · '),
    author: cleanText(gpt.author ?? '') || null,
    lang: isOther ? lang : null,
    // Two categories may have the same name.
    categories: [...new Set(categoriesOfGpt(gpt).map((slug) => categoryName(language, slug)))],
    published,
    updated,
  };
}
