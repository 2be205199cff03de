import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameWithHeading } from '#catalog/site/frame.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Day, addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages/languages.ts';
import { type SharingEvent, hasSharingEnded, sharingEventOn } from '#domain/sharing/sharing.ts';
import { sharePath } from '#domain/site/sitePaths.ts';

/** The view of the page of the sharing plan. */
export type ShareView = {
  frame: Frame;
  event: SharingEvent;
  /**
   * Whether the event was over on the day of publishing. The view does not have the day itself, so that the page changes
   * only once, with the first publish after the event.
   */
  hasEnded: boolean;
  /** Whether the page has the form and the states of posts: until the codes of the last posts have expired. */
  showsPosts: boolean;
};

/** Returns the page of the sharing plan on a day, in every language. */
export function sharePages(
  context: BuildContext,
  day: Day = publishingDay(context.snapshot),
  event: SharingEvent = sharingEventOn(day, context.shop.sharing),
): ShareView[] {
  const hasEnded = hasSharingEnded(day, event);
  const showsPosts = day <= addDays(event.to, event.rewardDays);
  return languages.map((language) => ({
    frame: frameWithHeading(context, language, sharePath(language), 'share'),
    event,
    hasEnded,
    showsPosts,
  }));
}
