/** What a file is to a model: looked at as a picture, read as a document, or plain text. */
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
