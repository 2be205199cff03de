import type { Tier } from '#domain/plans.ts';

/** The kinds of files that media models make. */
export const mediaKinds = ['picture', 'music', 'video'] as const;

export type MediaKind = (typeof mediaKinds)[number];

export const pictureSizes = ['square', 'landscape', 'portrait'] as const;
export const pictureQualities = ['low', 'medium', 'high'] as const;
export const videoRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;
export const videoSeconds = [5, 10] as const;

export type PictureSize = (typeof pictureSizes)[number];
export type PictureQuality = (typeof pictureQualities)[number];
export type VideoRatio = (typeof videoRatios)[number];

/** How a picture, a piece of music or a video is to be made. */
export type MediaOptions =
  | { kind: 'picture'; size: PictureSize; quality: PictureQuality }
  | { kind: 'music'; instrumental: boolean; title: string; style: string }
  | { kind: 'video'; ratio: VideoRatio; seconds: (typeof videoSeconds)[number] };

/** Longest title and style of a piece of music, in characters. */
export const musicTitleMaxCharacters = 80;
export const musicStyleMaxCharacters = 200;

/** Longest prompt, in characters: what the narrowest of the providers takes. */
export const promptMaxCharacters: Readonly<Record<MediaKind, number>> = {
  picture: 4_000,
  music: 3_000,
  video: 4_000,
};

/** The options where nothing is chosen: those that the price of the catalogue buys. */
export const defaultMediaOptions = {
  picture: { kind: 'picture', size: 'square', quality: 'low' },
  music: { kind: 'music', instrumental: false, title: '', style: '' },
  video: { kind: 'video', ratio: '16:9', seconds: 5 },
} as const satisfies Record<MediaKind, MediaOptions>;

/**
 * How many hundredths of the model's price a picture costs, by quality and size. The factors follow what the provider
 * takes for each, so that none loses money at the lowest value of a credit (`priceCheck.test.ts`).
 */
export const pictureFactors: Readonly<Record<PictureQuality, Record<PictureSize, number>>> = {
  low: { square: 100, landscape: 100, portrait: 100 },
  medium: { square: 200, landscape: 250, portrait: 250 },
  high: { square: 600, landscape: 800, portrait: 800 },
};

/** Seconds after its question in which a job must end. Page and server both count with these. */
export const mediaDeadlineSeconds: Readonly<Record<MediaKind, number>> = {
  picture: 600,
  music: 900,
  video: 1_200,
};

/** Seconds after its deadline for which a result is still taken: it is delivered for nothing. */
export const mediaLateSeconds = 1_800;

/** About how many seconds a job takes while nobody has measured it. */
export const mediaUsualSeconds: Readonly<Record<MediaKind, number>> = {
  picture: 30,
  music: 180,
  video: 180,
};

/** Jobs of one user that are made at once. The others wait. */
export const mediaAtOnce: Readonly<Record<Tier, number>> = { free: 2, basic: 2, pro: 4 };

/** Jobs of one user that may wait. */
export const mediaQueuedAtMost: Readonly<Record<Tier, number>> = { free: 4, basic: 8, pro: 16 };

/** Bytes of the largest file of each kind. */
export const mediaMaxBytes: Readonly<Record<MediaKind, number>> = {
  picture: 30_000_000,
  music: 40_000_000,
  video: 200_000_000,
};

/** Pixels of the largest picture that is kept. */
export const pixelsAtMost = 50_000_000;

/** Files that one job may bring. */
export const mediaFilesAtMost = 4;

/** The media types that are kept. */
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

/** The kind of files of a type, and the extension of their names. */
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

/** Credits for one question with these options, where the model costs `price` with the default ones. */
export function mediaPriceOf(price: number, options: MediaOptions): number {
  return Math.ceil((price * factorOf(options)) / 100);
}

/** Hundredths of the model's price. */
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
