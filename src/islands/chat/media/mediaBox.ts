import type { MediaOptions, PictureSize } from '#domain/media/media.ts';
import type { CSSProperties } from 'react';

const pictureRatios: Readonly<Record<PictureSize, number>> = {
  square: 1,
  landscape: 3 / 2,
  portrait: 2 / 3,
};

/** Returns the width divided by the height of a requested picture or video, or `undefined` for music. */
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
 * Returns the size at which a picture or video is shown. The progress box has the same size, so that nothing moves when
 * the file arrives. The height is limited so that the whole file fits above the message box.
 */
export function mediaBox(ratio: number): CSSProperties {
  return { aspectRatio: `${ratio}`, width: `min(100%, 35rem, ${55 * ratio}dvh)` };
}
