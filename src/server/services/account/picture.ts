/** Addresses of pictures that users gave. The triggers on `app_user` know this beginning, too. */
const prefix = '/api/account/pictures/';

/** Returns the address under which a picture is served, as `app_user.picture` holds it. */
export function picturePath(id: string): string {
  return prefix + id;
}

/** Returns the key under which the media store keeps a picture. */
export function pictureKey(id: string): string {
  return `pictures/${id}`;
}
