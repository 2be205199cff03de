import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Day } from '#domain/dates.ts';
import { languages } from '#domain/languages.ts';
import { type SharingEvent, hasSharingEnded, sharingEvent } from '#domain/sharing.ts';
import { sharePath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** What the page of the sharing plan shows. */
export type ShareView = {
  frame: Frame;
  event: SharingEvent;
  /**
   * Whether the event was over on the day of publishing. The day itself does not stand here: the page changes once,
   * with the publish after the event’s end, and not every day.
   */
  hasEnded: boolean;
};

/** The page of the sharing plan in every language. */
export function sharePages(
  day: Day = publishingDay(),
  event: SharingEvent = sharingEvent,
): ShareView[] {
  const hasEnded = hasSharingEnded(day, event);
  return languages.map((language) => ({
    frame: frameOf(
      language,
      sharePath(language),
      pageImage(language, translator(language, 'share')('heading')),
    ),
    event,
    hasEnded,
  }));
}
