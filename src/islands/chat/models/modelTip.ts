import { findModel, mediaMinutes } from '#domain/models/models.ts';
import { joinSentences } from '#domain/texts/joinSentences.ts';
import { upstreamTitle } from '#domain/models/upstreamTitle.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { ChatModel } from '#stores/models/models.ts';

type TipSource = Pick<ChatModel, 'id' | 'kind' | 'tip' | 'successor'>;

/** Returns the description of a model, the operator's or the shipped one, and who answers in its place. */
export function modelTip(t: TranslateInBrowser, model: TipSource): string {
  return joinSentences([ownTip(t, model), successorText(t, model)]);
}

/** Returns the description of a model alone. */
export function ownTip(t: TranslateInBrowser, { id, tip }: Pick<TipSource, 'id' | 'tip'>): string {
  const shipped = findModel(id) ? t(`models.${id}`, { minutes: mediaMinutes }) : '';
  return tip ?? shipped;
}

/** Returns who answers in the place of a model that its provider has shut down; an empty text for others. */
export function successorText(
  t: TranslateInBrowser,
  { kind, successor }: Pick<TipSource, 'kind' | 'successor'>,
): string {
  if (successor === null) return '';
  const name = upstreamTitle(successor);
  return kind === 'text' ? t('models.successor', { name }) : t('models.maker', { name });
}
