import { findModel, mediaMinutes } from '#domain/models/models.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { ChatModel } from '#stores/models/models.ts';

/**
 * Returns the description of a model: the operator's, or the shipped one. A model that its provider has shut down names
 * its successor.
 */
export function modelTip(
  t: TranslateInBrowser,
  { id, tip, successor }: Pick<ChatModel, 'id' | 'tip' | 'successor'>,
): string {
  const shipped = findModel(id) ? t(`models.${id}`, { minutes: mediaMinutes }) : '';
  const replaced = successor === null ? '' : t('models.successor', { name: successor });
  return [tip ?? shipped, replaced].filter(Boolean).join(' ');
}
