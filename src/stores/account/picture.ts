import { defaultPicture } from '#domain/profile.ts';

/** The address of a user's picture, where it is on this site: pages ask no other host for anything. */
export function pictureOf(user: { picture: string } | undefined): string {
  if (!user?.picture) return defaultPicture;
  try {
    const url = new URL(user.picture, location.origin);
    return url.origin === location.origin ? url.pathname + url.search : defaultPicture;
  } catch {
    return defaultPicture;
  }
}
