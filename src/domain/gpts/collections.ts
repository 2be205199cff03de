/** Limits of collections: their Markdown files, the folder, and the fields, in characters where not stated. */
export const collectionLimits = {
  /** Bytes of a file. */
  bytes: 64_000,
  /** Files in the folder. */
  files: 200,
  /** GPTs of a collection. */
  ids: 50,
  author: 80,
  title: 80,
  text: 2_000,
} as const;
