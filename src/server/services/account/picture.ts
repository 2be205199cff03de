/** Addresses of pictures that users gave. The triggers on `app_user` know this beginning, too. */
const prefix = '/api/account/pictures/';

/** Returns the address under which a picture is served, as `app_user.picture` holds it. */
export function picturePath(id: string): string {
  return prefix + id;
}

/** Returns the id of a picture that a user gave; `undefined` for the default one. */
export function pictureIdOf(picture: string): string | undefined {
  return picture.startsWith(prefix) ? picture.slice(prefix.length) : undefined;
}

/** Returns the key under which the media store keeps a picture. */
export function pictureKey(id: string): string {
  return `pictures/${id}`;
}
