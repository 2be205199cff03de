import { findModel, mediaMinutes } from '#domain/models.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { ChatModel } from '#stores/models/models.ts';

/** The tip of a model, in the operator's words or ours, and its successor where its provider shut it down. */
export function modelTip(
  t: TranslateInBrowser,
  { id, tip, successor }: Pick<ChatModel, 'id' | 'tip' | 'successor'>,
): string {
  const shipped = findModel(id) ? t(`models.${id}`, { minutes: mediaMinutes }) : '';
  const replaced = successor === null ? '' : t('models.successor', { name: successor });
  return [tip ?? shipped, replaced].filter(Boolean).join(' ');
}
