import type { Gpt } from '#contract/gpts.ts';
import type { Part, Parts } from '#domain/fill.ts';
import type { Language } from '#domain/languages.ts';
import { findModel } from '#domain/models.ts';
import { cleanText, webAddress } from '#domain/text.ts';
import { authorPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';

/**
 * What goes into the facts that `components/MissingGpt.astro` leaves open. A fact that is not known is `null`, and its
 * element goes. Needs the texts `gpt.*` of `i18n/gptMessages.ts`.
 */
export function gptFacts(gpt: Gpt, language: Language, t: TranslateInBrowser): Parts {
  const { day, list } = formatOf(language);
  const url = webAddress(gpt.url);
  const facts = {
    ...gptNumbers(gpt, language, t),
    author: textPart(gpt.author, gpt.author ? authorPath(language, gpt.author) : undefined),
    builder: textPart(gpt.builder),
    model: textPart(findModel(gpt.model)?.title ?? gpt.model),
    created: textPart(gpt.created && day(gpt.created)),
    updated: textPart(gpt.updated && day(gpt.updated)),
    capabilities: textPart(list(gpt.capabilities.map((id) => capabilityIn(id, t)))),
    original: originalPart(url),
    source: textPart(gpt.source),
    license: textPart(gpt.license),
  };
  const isImported = [gpt.url, gpt.source, gpt.imported_chats, gpt.imported_rating].some(
    (value) => value !== null,
  );
  const hasNumbers = Object.values(gptNumbers(gpt, language, t)).some((part) => part !== null);
  return {
    ...withFacts(facts),
    numbers: hasNumbers ? undefined : null,
    importedNote: isImported ? undefined : null,
  };
}

function gptNumbers(gpt: Gpt, language: Language, t: TranslateInBrowser) {
  const { number, decimal } = formatOf(language);
  const { chats, imported_chats: imported, rating, ratings } = gpt;
  const own = chats - (imported ?? 0);
  const parts = [
    t('gpt.chatsOwn', { count: own, amount: own }),
    t('gpt.chatsImported', { count: imported ?? 0, amount: imported ?? 0 }),
  ];
  const ofFive = (value: number) => t('gpt.ratingOf', { rating: decimal(value) });
  return {
    chats: textPart(imported !== null || own > 0 ? number(chats) : null),
    chatsNote: imported === null ? null : textPart(parts.join(' · ')),
    rating: textPart(rating && ofFive(rating)),
    ratingNote: textPart(rating && t('gpt.ratings', { count: ratings, amount: ratings })),
    reviews: textPart(gpt.reviews > 0 ? number(gpt.reviews) : null),
    importedRating: textPart(gpt.imported_rating && ofFive(gpt.imported_rating)),
    importedReviews: textPart(gpt.imported_reviews !== null && number(gpt.imported_reviews)),
  };
}

/** The page that a GPT comes from, which is not ours to recommend. */
function originalPart(url: string | null): Part | null {
  if (url === null) return null;
  return {
    text: new URL(url).hostname,
    attributes: { href: url, rel: 'nofollow noopener' },
  };
}

/** Each part with the fact around it, which goes where there is none. */
function withFacts(parts: Readonly<Record<string, Part | null>>): Parts {
  const facts = Object.entries(parts).map(([name, part]) => [
    `fact-${name}`,
    part === null ? null : undefined,
  ]);
  return { ...Object.fromEntries(facts), ...parts };
}

function capabilityIn(id: string, t: TranslateInBrowser): string {
  const key = `gpt.capability.${id}`;
  const name = t(key);
  return name === key ? cleanText(id) : name;
}

function textPart(text: string | number | null | false | undefined, href?: string): Part | null {
  const shown = cleanText(String(text || ''));
  if (shown === '') return null;
  return href === undefined ? { text: shown } : { text: shown, attributes: { href } };
}
