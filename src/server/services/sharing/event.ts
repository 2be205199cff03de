import { dayOf } from '#domain/dates.ts';
import { type SharingEvent, hasSharingEnded, sharingEventOn } from '#domain/sharing/sharing.ts';
import type { CorePlatform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

/** Returns the event that accepts posts today, if there is one. */
export function runningEvent({ config, now }: CorePlatform): SharingEvent | undefined {
  const day = dayOf(now());
  const event = sharingEventOn(day, config.operator.sharing);
  return hasSharingEnded(day, event) ? undefined : event;
}

/** Throws `sharing_ended` when no event runs. */
export function requireEvent(platform: CorePlatform): SharingEvent {
  const event = runningEvent(platform);
  if (event) return event;
  throw new AppError('sharing_ended', 'No event runs today, so that no post is taken');
}
