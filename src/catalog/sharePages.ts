import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages.ts';
import { type SharingEvent, hasSharingEnded, sharingEvent } from '#domain/sharing.ts';
import { sharePath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** What the page of the sharing plan shows. */
export type ShareView = {
  frame: Frame;
  event: SharingEvent;
  /**
   * Whether the event was over on the day of the snapshot. A day itself does not stand here: the page changes once,
   * with the publish after the event’s end, and not every day.
   */
  hasEnded: boolean;
};

/** The page of the sharing plan in every language. */
export function sharePages(
  snapshot: Pick<Snapshot, 'closedDay'> = readSnapshot(),
  event: SharingEvent = sharingEvent,
): ShareView[] {
  // The snapshot tells the day, not the clock: the same snapshot always makes the same pages.
  const hasEnded = hasSharingEnded(addDays(snapshot.closedDay, 1), event);
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
