/** The path of uploaded pictures. The triggers on `app_user` contain it too. */
const prefix = '/api/account/pictures/';

/** Returns the path at which a picture is served, as stored in `app_user.picture`. */
export function picturePath(id: string): string {
  return prefix + id;
}

/** Returns the id of an uploaded picture; `undefined` for the default one. */
export function pictureIdOf(picture: string): string | undefined {
  return picture.startsWith(prefix) ? picture.slice(prefix.length) : undefined;
}

/** Returns the key of a picture in the media store. */
export function pictureKey(id: string): string {
  return `pictures/${id}`;
}
