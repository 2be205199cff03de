import { fileSegment } from '#domain/site/pageFiles.ts';
import { siteFiles } from './renderedSite.ts';

/** The headers that web servers send as our server does. */
export const comparedHeaders = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'link',
];

/** A site with three policies, files of many types, and names that are hard to write. */
export function hostedFiles(edition: string) {
  return {
    ...siteFiles(edition),
    'en/chat.html': `<!doctype html><title>chat</title><link rel="modulepreload" href="/_astro/app.${edition}.js"><script>1//${edition}</script>`,
    'en/pay.html': `<!doctype html><title>pay</title><script>2//${edition}</script>`,
    'en/orders.html': `<!doctype html><title>orders</title><script>3//${edition}</script>`,
    'en/search.html': '<title>search</title><main><template data-card></template></main>',
    'de/s.html': '<!doctype html><title>shared</title><h1 data-fill="heading">None</h1>',
    'ko/s.html': '<!doctype html><title>shared</title><h1 data-fill="heading">None</h1>',
    [`en/tags/${fileSegment('c++ & c#? *')}.html`]: '<!doctype html><title>odd</title>',
    [`en/tags/${fileSegment('100%')}.html`]: '<!doctype html><title>percent</title>',
    'en/gpts/x.html.html': '<!doctype html><title>dotted</title>',
    'en/feeds/new/feed.json': '{"version":"https://jsonfeed.org/version/1.1"}',
    'sitemap.xml': '<?xml version="1.0"?><urlset/>',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'favicon.ico': Buffer.from([0, 0, 1, 0]),
    'nextchat.html': '<!doctype html><title>hash routes</title>',
    'search/placeholder.html': '<!doctype html><title>placeholder</title>',
    'og/gpt/0123456789abcdef0123.png': Buffer.from([0x89, 0x50]),
  };
}
