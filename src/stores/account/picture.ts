import { defaultPicture } from '#domain/account/profile.ts';

/** Returns the address of a user's picture, or the default one. Pages load nothing from other hosts. */
export function pictureOf(user: { picture: string } | undefined): string {
  if (!user?.picture) return defaultPicture;
  try {
    const url = new URL(user.picture, location.origin);
    return url.origin === location.origin ? url.pathname + url.search : defaultPicture;
  } catch {
    return defaultPicture;
  }
}
