/** A fetched page, for the process that takes its text out. */
export type PageTask = {
  /** `text/html` and the like, `text/plain` or `application/pdf`. */
  contentType: string;
  charset: string;
  /** The body in Base64. */
  body: string;
};

/** The content of a page; `undefined` for one without readable text. */
export type PageReading = {
  title: string;
  text: string;
  /** The day that it names as that of its publication or last change. */
  date: string | null;
};

/** One line of what the process prints: the page with this number was read. */
export type PageLine = { number: number; page: PageReading | null };
