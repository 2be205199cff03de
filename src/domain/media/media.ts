import type { Tier } from '#domain/plans/plans.ts';

/** The kinds of files that media models make. Rows store them: none is ever removed. */
export const mediaKinds = ['picture', 'music', 'video'] as const;

export type MediaKind = (typeof mediaKinds)[number];

export const pictureSizes = ['square', 'landscape', 'portrait'] as const;
export const pictureQualities = ['low', 'medium', 'high'] as const;
export const videoRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;
export const videoSeconds = [5, 10] as const;

export type PictureSize = (typeof pictureSizes)[number];
export type PictureQuality = (typeof pictureQualities)[number];
export type VideoRatio = (typeof videoRatios)[number];
export type VideoSeconds = (typeof videoSeconds)[number];

/** The options of a question to a media model. */
export type MediaOptions =
  | { kind: 'picture'; size: PictureSize; quality: PictureQuality }
  | { kind: 'music'; instrumental: boolean; title: string; style: string }
  | { kind: 'video'; ratio: VideoRatio; seconds: VideoSeconds };

/** Longest title and style of a piece of music, in characters. */
export const musicTitleMaxCharacters = 80;
export const musicStyleMaxCharacters = 200;

/** Longest prompt, in characters: the lowest limit of all providers. */
export const promptMaxCharacters: Readonly<Record<MediaKind, number>> = {
  picture: 4_000,
  music: 3_000,
  video: 4_000,
};

/** The default options. The price in the catalogue is for these. */
export const defaultMediaOptions = {
  picture: { kind: 'picture', size: 'square', quality: 'low' },
  music: { kind: 'music', instrumental: false, title: '', style: '' },
  video: { kind: 'video', ratio: '16:9', seconds: 5 },
} as const satisfies Record<MediaKind, MediaOptions>;

/**
 * The price of a picture in percent of the model's price, by quality and size. The factors follow the costs of the first
 * provider's model, which lost no money at the lowest value of a credit.
 */
export const pictureFactors: Readonly<Record<PictureQuality, Record<PictureSize, number>>> = {
  low: { square: 100, landscape: 100, portrait: 100 },
  medium: { square: 200, landscape: 250, portrait: 250 },
  high: { square: 600, landscape: 800, portrait: 800 },
};

/** Seconds after its question at which a job expires. Both page and server use them. */
export const mediaDeadlineSeconds: Readonly<Record<MediaKind, number>> = {
  picture: 600,
  music: 900,
  video: 1_200,
};

/** Seconds after its deadline in which a result is still accepted. Such a result is free. */
export const mediaLateSeconds = 1_800;

/** Usual duration of a job in seconds, until there are measurements. */
export const mediaUsualSeconds: Readonly<Record<MediaKind, number>> = {
  picture: 30,
  music: 180,
  video: 180,
};

/** Largest number of jobs of one user that run at the same time. Further jobs wait in the queue. */
export const mediaAtOnce: Readonly<Record<Tier, number>> = { free: 2, basic: 2, pro: 4 };

/** Largest number of jobs of one user in the queue. */
export const mediaQueuedAtMost: Readonly<Record<Tier, number>> = { free: 4, basic: 8, pro: 16 };

/** How many files a job of each kind makes: an order of music is two songs. */
export const mediaFilesOfJob: Readonly<Record<MediaKind, number>> = {
  picture: 1,
  music: 2,
  video: 1,
};

/** Bytes of the largest file of each kind. */
export const mediaMaxBytes: Readonly<Record<MediaKind, number>> = {
  picture: 30_000_000,
  music: 40_000_000,
  video: 200_000_000,
};

/** Pixels of the largest accepted picture. */
export const pixelsAtMost = 50_000_000;

/** Largest number of files of one job. */
export const mediaFilesAtMost = 4;

/** The accepted media types. Rows store them: none is ever removed. */
export const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'audio/mpeg',
  'audio/wav',
  'video/mp4',
  'video/webm',
] as const;

export type MediaType = (typeof mediaTypes)[number];

/** The kind of file and the file name extension of each media type. */
export const mediaTypeFacts: Readonly<Record<MediaType, { kind: MediaKind; extension: string }>> = {
  'image/png': { kind: 'picture', extension: 'png' },
  'image/jpeg': { kind: 'picture', extension: 'jpg' },
  'image/webp': { kind: 'picture', extension: 'webp' },
  'audio/mpeg': { kind: 'music', extension: 'mp3' },
  'audio/wav': { kind: 'music', extension: 'wav' },
  'video/mp4': { kind: 'video', extension: 'mp4' },
  'video/webm': { kind: 'video', extension: 'webm' },
};

/** Whether a model of this kind makes media. */
export function isMediaKind(kind: string): kind is MediaKind {
  return mediaKinds.some((known) => known === kind);
}

/** Returns every combination of options that the price of a kind depends on. */
export function allMediaOptions(kind: MediaKind): MediaOptions[] {
  switch (kind) {
    case 'picture':
      return pictureQualities.flatMap((quality) =>
        pictureSizes.map((size) => ({ kind, size, quality })),
      );
    case 'music':
      return [defaultMediaOptions.music];
    case 'video':
      return videoSeconds.map((seconds) => ({ ...defaultMediaOptions.video, seconds }));
  }
}

/** Returns the credits for one question with these options. `price` is the price with the default options. */
export function mediaPriceOf(price: number, options: MediaOptions): number {
  return Math.ceil((price * factorOf(options)) / 100);
}

/** Returns the price in percent of the model's price. */
function factorOf(options: MediaOptions): number {
  switch (options.kind) {
    case 'picture':
      return pictureFactors[options.quality][options.size];
    case 'music':
      return 100;
    case 'video':
      return (100 * options.seconds) / defaultMediaOptions.video.seconds;
  }
}
