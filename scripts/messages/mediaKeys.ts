import { starterNames } from '#domain/chat/chat.ts';
import { mediaKinds, pictureQualities, pictureSizes } from '#domain/media/media.ts';

/** The part of `dynamicKeys` about pictures, music and videos. */
export const mediaKeys = {
  'chat.media.welcome.': mediaKinds,
  'chat.media.prompt.': mediaKinds,
  'chat.media.starters.': mediaKinds.flatMap((kind) =>
    starterNames.map((starter) => `${kind}.${starter}`),
  ),
  'chat.media.priceEach.': mediaKinds,
  'chat.media.sizes.': pictureSizes,
  'chat.media.qualities.': pictureQualities,
  'chat.media.kinds.': ['all', ...mediaKinds],
};
