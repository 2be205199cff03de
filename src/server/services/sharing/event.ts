import { dayOf } from '#domain/dates.ts';
import { type SharingEvent, hasSharingEnded, sharingEventOn } from '#domain/sharing/sharing.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

type Dependencies = Pick<Platform, 'config' | 'now'>;

/** Returns the event that accepts posts today, if there is one. */
export function runningEvent({ config, now }: Dependencies): SharingEvent | undefined {
  const day = dayOf(now());
  const event = sharingEventOn(day, config.operator.sharing);
  return hasSharingEnded(day, event) ? undefined : event;
}

/** Throws `sharing_ended` when no event runs. */
export function requireEvent(dependencies: Dependencies): SharingEvent {
  const event = runningEvent(dependencies);
  if (event) return event;
  throw new AppError('sharing_ended', 'No event runs today, so that no post is taken');
}
