/** Largest sizes of the Markdown file of a collection and of what is in it. */
export const collectionLimits = {
  /** Of a file. */
  bytes: 64_000,
  /** In a folder. */
  files: 200,
  ids: 50,
  author: 80,
  title: 80,
  text: 2_000,
} as const;
