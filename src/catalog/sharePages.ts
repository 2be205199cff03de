import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Day, addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages.ts';
import { type SharingEvent, hasSharingEnded, sharingEventOn } from '#domain/sharing.ts';
import { sharePath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** The view of the page of the sharing plan. */
export type ShareView = {
  frame: Frame;
  event: SharingEvent;
  /**
   * Whether the event was over on the day of publishing. The view does not have the day itself, so that the page
   * changes once, with the first publish after the event, and not every day.
   */
  hasEnded: boolean;
  /** Whether posts can be sent and looked up: until the codes of the last posts have ended. */
  showsPosts: boolean;
};

/** Returns the page of the sharing plan in every language, as it is on a day. */
export function sharePages(
  context: BuildContext,
  day: Day = publishingDay(context.snapshot),
  event: SharingEvent = sharingEventOn(day, context.shop.sharing),
): ShareView[] {
  const hasEnded = hasSharingEnded(day, event);
  const showsPosts = day <= addDays(event.to, event.rewardDays);
  return languages.map((language) => ({
    frame: frameOf(
      context,
      language,
      sharePath(language),
      pageImage(language, translator(language, 'share')('heading')),
    ),
    event,
    hasEnded,
    showsPosts,
  }));
}
