import { starterNames } from '#domain/chat.ts';
import { mediaKinds, pictureQualities, pictureSizes } from '#domain/media.ts';

/** Keys about pictures, music and videos that the code puts together, a part of `dynamicKeys`. */
export const mediaKeys = [
  { prefix: 'chat.media.welcome.', names: mediaKinds, reason: 'an empty chat of each kind' },
  { prefix: 'chat.media.prompt.', names: mediaKinds, reason: 'what is asked for of each kind' },
  {
    prefix: 'chat.media.starters.',
    names: mediaKinds.flatMap((kind) => starterNames.map((starter) => `${kind}.${starter}`)),
    reason: 'an empty chat of each kind has examples',
  },
  { prefix: 'chat.media.priceEach.', names: mediaKinds, reason: 'what one of each kind costs' },
  { prefix: 'chat.media.sizes.', names: pictureSizes, reason: 'each size has a name' },
  { prefix: 'chat.media.qualities.', names: pictureQualities, reason: 'each quality has a name' },
  {
    prefix: 'chat.media.kinds.',
    names: ['all', ...mediaKinds],
    reason: 'what the gallery can show alone',
  },
];
