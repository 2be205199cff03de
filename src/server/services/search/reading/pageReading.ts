/** A fetched page, as input of the process that extracts its text. */
export type PageTask = {
  /** `text/html` and the like, `text/plain` or `application/pdf`. */
  contentType: string;
  charset: string;
  body: string;
};

export type PageReading = {
  title: string;
  text: string;
  /** The day of its publication or last change. */
  date: string | null;
  /** The address that the page names as its own. */
  canonical?: string | undefined;
};

/**
 * One line of the process's output: that its code is loaded, then the result of each page. `page` is `null` if it has no
 * readable text.
 */
export type ReaderLine = { started: true } | { number: number; page: PageReading | null };
