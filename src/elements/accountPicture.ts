import { defaultPicture } from '#domain/account/profile.ts';
import { pictureOf } from '#stores/account/picture.ts';
import { $account } from '#stores/account/user.ts';

/**
 * Shows the picture of the signed-in user on the button of the avatar menu, or the default one if it cannot be loaded.
 */
export function showAccountPicture(): void {
  const image = document.querySelector<HTMLImageElement>('.avatar-anchor img');
  if (!image) return;
  image.addEventListener('error', () => {
    if (image.getAttribute('src') !== defaultPicture) image.src = defaultPicture;
  });
  $account.subscribe((account) => {
    if (!account) return image.setAttribute('src', defaultPicture);
    const picture = pictureOf(account);
    if (image.getAttribute('src') !== picture) image.src = picture;
  });
}
