import type { Gpt } from '#contract/gpts/gpts.ts';
import { categorySlug, categoryWords, labelSlug } from '#domain/gpts/gpts.ts';
import { cleanText, isolate } from '#domain/texts/text.ts';
import { defaultLanguage } from '#domain/languages/languages.ts';
import { hasMessage } from '#i18n/translate.ts';
import { nastyGpts } from '../fixtures/nastyGpts.ts';
import { recountNote } from '../fixtures/rankings.ts';
import { nastyReview } from '../fixtures/snapshot.ts';
import { readStarterGpts } from '../fixtures/starterGpts.ts';

/** The texts of authors of GPTs and reviews, and of operators, on the site of the tests, as a page may show them. */
export async function contentTexts(): Promise<ReadonlySet<string>> {
  const texts = (await readGpts()).flatMap(textsOf);
  const categories = nastyGpts.flatMap((gpt) => gpt.categories.map(categorySlug)).filter(isUnknown);
  return new Set([
    ...texts.flatMap((text) => [text, isolate(text), labelSlug(text)]),
    ...categories.map(categoryWords),
    nastyReview,
    recountNote,
  ]);
}

/** Returns the names of the GPTs on the site of the tests. */
export async function gptNames(): Promise<string[]> {
  return (await readGpts()).map(({ name }) => cleanText(name));
}

async function readGpts(): Promise<Gpt[]> {
  return [...(await readStarterGpts()), ...nastyGpts];
}

function textsOf(gpt: Gpt): string[] {
  const { name, description, author, builder, welcome_message: welcome } = gpt;
  return [name, description, author, builder, welcome, ...gpt.tags, ...gpt.prompt_starters]
    .filter((text) => text !== null)
    .map(cleanText);
}

/** Whether no language has a name for a category: then it is shown as it is. */
function isUnknown(slug: string): boolean {
  return !hasMessage(defaultLanguage, 'categories', slug);
}
