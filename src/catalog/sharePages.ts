import { type Frame, frameOf, sharingDatesHere } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Day, addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages.ts';
import { type SharingEvent, hasSharingEnded, sharingEventOn } from '#domain/sharing.ts';
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
  /** Whether posts are sent and looked up here: until the codes of the last ones have ended. */
  showsPosts: boolean;
};

/** The page of the sharing plan in every language. */
export function sharePages(
  day: Day = publishingDay(),
  event: SharingEvent = sharingEventOn(day, sharingDatesHere()),
): ShareView[] {
  const hasEnded = hasSharingEnded(day, event);
  const showsPosts = day <= addDays(event.to, event.rewardDays);
  return languages.map((language) => ({
    frame: frameOf(
      language,
      sharePath(language),
      pageImage(language, translator(language, 'share')('heading')),
    ),
    event,
    hasEnded,
    showsPosts,
  }));
}
