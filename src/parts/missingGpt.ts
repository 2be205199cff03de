import { isLinkedGpt } from '#domain/gpts/gptLinks.ts';
import { labelSlug } from '#domain/gpts/gpts.ts';
import { type GptSource, shownGpt } from '#domain/gpts/shownGpt.ts';
import { cleanText } from '#domain/texts/text.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import type { Texts } from '#i18n/texts.ts';
import { type GptOfPage, gptFacts } from '#parts/gptFacts.ts';
import { gptContent, gptHead } from '#parts/gptPage.ts';
import { type Markup, markup } from '#parts/markup.ts';
import { saveButton } from '#parts/saveButton.ts';
import { shareMenu } from '#parts/shareMenu.ts';

/** A GPT as the server responds with it. */
type GptResponse = GptSource & {
  visibility: string;
  ratings: number;
  reviews: number;
};

/**
 * Returns the page of a GPT that has no page in the release: it is newer than the release, or unlisted. `model` is the
 * title of the model that answers; `null` if none does. `toHtml` returns the HTML of its instructions.
 */
export function missingGpt(
  texts: Texts,
  gpt: GptResponse,
  model: string | null,
  toHtml: (instructions: string) => string,
  origin: string,
): Markup {
  const { language, t } = texts;
  const shown: GptOfPage = {
    ...shownGpt(gpt, toHtml),
    model,
    tags: tagsOf(gpt),
    growth: null,
    ranks: null,
    reviewed: { rating: gpt.rating, ratings: gpt.ratings, total: gpt.reviews },
    reviewsHref: null,
  };
  return markup`
    <article class="gpt">
      ${gptHead(texts, shown)}
      <div class="action">
        <a class="button action-use" href="${chatPath(language, { group: 'g', gpt: gpt.id })}">${t('gpt.useNow')}</a>
        ${saveButton(texts, gpt.id)}
        ${shareMenu(texts, shown, absoluteUrl(gptPath(language, gpt.id), origin))}
      </div>
      ${gptContent(texts, shown, isLinkedGpt(gpt) ? t('gpt.fromLink') : null)}
      ${gptFacts(texts, shown)}
    </article>`;
}

/** Returns the message why a GPT is not shown: it was removed (`isGone`), or it is not public. */
export function refusedGpt({ t }: Texts, isGone: boolean): Markup {
  const [title, text] = isGone
    ? [t('notFound.removed.title'), t('notFound.removed.explanation')]
    : [t('chat.missing.notPublic'), t('chat.missing.notPublicHint')];
  return markup`
    <h1 class="text-22 md:text-28">${title}</h1>
    <p class="text-soft">${text}</p>`;
}

function tagsOf({ tags }: GptResponse): { name: string; hasPages: boolean }[] {
  const names = tags.map(cleanText).filter((tag) => labelSlug(tag) !== '');
  return names.map((name) => ({ name, hasPages: false }));
}
