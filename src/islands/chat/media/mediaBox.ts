import type { MediaOptions, PictureSize } from '#domain/media.ts';
import type { CSSProperties } from 'react';

const pictureRatios: Readonly<Record<PictureSize, number>> = {
  square: 1,
  landscape: 3 / 2,
  portrait: 2 / 3,
};

/** Width by height of what is being made; `undefined` for music. */
export function ratioOf(options: MediaOptions): number | undefined {
  switch (options.kind) {
    case 'picture':
      return pictureRatios[options.size];
    case 'music':
      return undefined;
    case 'video': {
      const [width = 1, height = 1] = options.ratio.split(':').map(Number);
      return width / height;
    }
  }
}

/**
 * The size at which a picture or a video is shown: the same before it is there, so that nothing moves, and low enough that
 * all of it fits above the message box.
 */
export function mediaBox(ratio: number): CSSProperties {
  return { aspectRatio: `${ratio}`, width: `min(100%, 35rem, ${55 * ratio}dvh)` };
}
