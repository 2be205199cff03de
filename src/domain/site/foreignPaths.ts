/** Folders and commands of other software, which scanners request, and the server's own areas. */
const foreignFolder =
  /^(?:wp-[a-z]+(?:\.php)?|wordpress|phpmyadmin|pma|cgi-bin|server-status|actuator|vendor|node_modules|api|auth|media)$/i;

/** Types of files that no page of ours has. */
const foreignFile = /\.(?:php\d?|phtml|aspx?|jspx?|cgi|pl|env|sql|bak)$/i;

/**
 * Whether a path without a language can be no page of the site: a hidden file (`/.git/config`), or a file or folder of other
 * software (`/wp-admin/`). Such a request gets a short 404, without a choice of language.
 */
export function isForeignPath(segments: readonly string[]): boolean {
  const [first = ''] = segments;
  return (
    foreignFolder.test(first) ||
    foreignFile.test(segments.at(-1) ?? '') ||
    segments.some((segment) => segment.startsWith('.'))
  );
}
