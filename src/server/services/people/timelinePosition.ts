import type { TimelinePosition } from '#server/db/queries/userTimeline.ts';

const place = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)_([\w-]+)$/;

/** Returns a position as one word without characters of the shell, for a command line. */
export function positionToText({ time, kind, id }: TimelinePosition): string {
  if (kind === undefined) return time;
  return `${time}_${Buffer.from(JSON.stringify([kind, id])).toString('base64url')}`;
}

/** Returns the position of a text by `positionToText`, or before a time. Returns `undefined` for another text. */
export function textToPosition(text: string): TimelinePosition | undefined {
  const [, time, key = ''] = place.exec(text) ?? [];
  if (time === undefined) {
    const typed = new Date(text);
    return Number.isNaN(typed.getTime()) ? undefined : { time: typed.toISOString() };
  }
  const [kind, id] = readKey(key);
  if (typeof kind !== 'string' || typeof id !== 'string') return undefined;
  return Number.isNaN(Date.parse(time)) ? undefined : { time, kind, id };
}

function readKey(key: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(key, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
