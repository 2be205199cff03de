import * as z from 'zod/mini';

/** A fetched page, as input of the process that extracts its text. */
export type PageTask = {
  /** `text/html` and the like, `text/plain` or `application/pdf`. */
  contentType: string;
  charset: string;
  body: string;
};

const pageReading = z.object({
  title: z.string(),
  text: z.string(),
  /** The day of its publication or last change. */
  date: z.nullable(z.string()),
  /** The address that the page names as its own. */
  canonical: z.optional(z.string()),
});

export type PageReading = z.output<typeof pageReading>;

/**
 * One line of the process's output: that its code is loaded, then the result of each page. `page` is `null` if it has no
 * readable text. A schema, because a malicious page may have made the process print anything.
 */
export const readerLine = z.union([
  z.object({ started: z.literal(true) }),
  z.object({ number: z.int(), page: z.nullable(pageReading) }),
]);

export type ReaderLine = z.output<typeof readerLine>;
