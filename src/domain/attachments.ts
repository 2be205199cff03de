/** How a model gets a file: as a picture, as a document, or as plain text. */
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

/** Pictures that can be attached, by their media type. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** Pixels of the largest picture that is read: a phone's 50 megapixels. */
export const pictureMaxPixels = 50_000_000;

/** Pixels of the longer side that is kept of a picture. */
export const pictureMaxSide = 2_048;

export const pdfMaxPages = 1_000;

/** Characters in a PDF; no model reads more. */
export const pdfMaxCharacters = 4_000_000;

/** Pages of the longest PDF that models look at; of longer ones they read the text. */
export const pdfMaxSeenPages = 100;

/** A generous estimate of the tokens of a picture. */
export function estimatePictureTokens(width: number, height: number): number {
  return 100 + Math.ceil((width * height) / 750);
}

/** A generous estimate of the tokens of a PDF that a model looks at: each page as a picture, and its text. */
export function estimatePdfTokens(pages: number, textTokens: number): number {
  return pages * 1_600 + textTokens;
}
