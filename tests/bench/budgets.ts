/** The most that pages may cost before a visitor touches them; most are for the directory. A KB is 1,000 bytes. */
export const budgets = {
  /** Script that runs, inline and fetched, compressed by gzip. */
  scriptGzipBytes: 6_000,
  /** Script that the chat area loads until its message box works, compressed by gzip. React is 69 KB of it. */
  chatScriptGzipBytes: 126_000,
  /** The script that counts what happens on a page, compressed by Brotli. */
  countsBrotliBytes: 400,
  /** The page with its inlined style, as it goes over the wire. */
  htmlWireBytes: 30_000,
  cumulativeLayoutShift: 0,
  totalBlockingMilliseconds: 0,
  /** With Lighthouse’s mobile preset applied. */
  mobileLargestContentfulPaintMilliseconds: 1_200,
  /** From a tap on Sign until the form shows the typed text; with the same preset. */
  mobileClickToFormMilliseconds: 1_200,
} as const;

/** Kinds of requests that a page may cause by itself; icons and glyphs are images or, in some versions, “Other”. */
const allowedKinds: readonly string[] = ['Document', 'Image'];

/** Whether a page may cause a request of this kind and address before it is touched. */
export function isAllowedRequest({ kind, url }: { kind: string; url: string }): boolean {
  return allowedKinds.includes(kind) || /\/favicon\.(svg|ico)$|\/glyphs\/[\da-f]+\.svg$/.test(url);
}
