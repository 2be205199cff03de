/** The form in which a model gets a file: a picture, a PDF document, or plain text. */
export const attachmentKinds = ['image', 'pdf', 'text'] as const;

export type AttachmentKind = (typeof attachmentKinds)[number];

export const attachmentsPerMessage = 4;

export const attachmentNameMaxCharacters = 200;

/** Bytes of the largest file of each kind. */
export const attachmentMaxBytes: Readonly<Record<AttachmentKind, number>> = {
  image: 8_000_000,
  pdf: 16_000_000,
  text: 16_000_000,
};

/** The media types of pictures that can be attached. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** Pixels of the largest accepted picture: a phone's camera makes 50 megapixels. */
export const pictureMaxPixels = 50_000_000;

/** Pixels of the longer side of a stored picture. Larger pictures are scaled down. */
export const pictureMaxSide = 2_048;

export const pdfMaxPages = 1_000;

/** Characters of text in the largest accepted PDF. No model reads more. */
export const pdfMaxCharacters = 4_000_000;

/** Pages of the longest PDF that models get as a document. Of longer ones they get the text. */
export const pdfMaxSeenPages = 100;

/** Whether a file is a PDF without a text, as scanners make it: models can only look at pictures of its pages. */
export function isScan(file: { kind: AttachmentKind; characters: number | null }): boolean {
  return file.kind === 'pdf' && (file.characters ?? 0) === 0;
}

/**
 * How a model counts a picture: by its pixels, or by tiles of 512 pixels with many tokens each. GPT-4o-mini takes as many
 * dollars for a picture as GPT-4o, in its own cheaper tokens (https://platform.openai.com/docs/guides/images-vision).
 */
export const pictureCounts = ['pixels', 'tiles'] as const;

export type PictureCount = (typeof pictureCounts)[number];

/** Tokens of a picture that is counted by tiles: once, and for each tile. */
const tiled = { picture: 2_833, tile: 5_667 };

/** Tiles of a page of a PDF, which is a picture of about 768 × 1,000 pixels. */
const tilesOfPage = 4;

/** Returns how an upstream (`provider/model`) counts pictures. */
export function pictureCountOf(upstream: string | undefined): PictureCount {
  return upstream !== undefined && /(?:^|\/)gpt-4o-mini(?:$|-)/.test(upstream) ? 'tiles' : 'pixels';
}

/** Returns a high estimate of the tokens of a picture. */
export function estimatePictureTokens(width: number, height: number, by: PictureCount): number {
  if (by === 'pixels') return 100 + Math.ceil((width * height) / 750);
  return tiled.picture + tiled.tile * tilesOf(width, height);
}

/** A picture is scaled down until its longer side has 2,048 pixels, and then until its shorter side has 768. */
function tilesOf(width: number, height: number): number {
  const whole = Math.min(1, 2_048 / Math.max(width, height, 1));
  const scale = Math.min(whole, 768 / Math.max(1, Math.min(width, height)));
  const along = (side: number) => Math.max(1, Math.ceil((side * scale) / 512));
  return along(width) * along(height);
}

/**
 * Returns a high estimate of the tokens of a PDF that a model gets as a document: a picture of each page, and its text.
 */
export function estimatePdfTokens(pages: number, textTokens: number, by: PictureCount): number {
  const page = by === 'pixels' ? 1_600 : tiled.picture + tiled.tile * tilesOfPage;
  return pages * page + textTokens;
}
