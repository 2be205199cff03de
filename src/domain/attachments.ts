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

/** Returns a high estimate of the tokens of a picture. */
export function estimatePictureTokens(width: number, height: number): number {
  return 100 + Math.ceil((width * height) / 750);
}

/**
 * Returns a high estimate of the tokens of a PDF that a model gets as a document: a picture of each page, and its text.
 */
export function estimatePdfTokens(pages: number, textTokens: number): number {
  return pages * 1_600 + textTokens;
}
