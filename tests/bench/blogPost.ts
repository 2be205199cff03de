import { once } from 'node:events';
import { createServer } from 'node:http';

const bytes = 53_000;
const sentence =
  'A plain page is the yardstick: no script, one small style, a heading and paragraphs of text. ';

/** A plain blog post on a bare server, uncompressed: the reference for the speed of this machine today. */
export async function serveBlogPost(): Promise<{ url: string; close(): void }> {
  const page = blogPost();
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': page.length,
    });
    response.end(page);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return { url: `http://localhost:${address.port}/post`, close: () => server.close() };
}

function blogPost(): Buffer {
  const head =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A plain post</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<link rel="icon" href="data:,">' +
    '<style>body{max-width:68ch;margin:auto;padding:1rem;font:16px/1.5 system-ui}</style></head>' +
    '<body><article><h1>A plain post</h1>';
  const paragraph = `<p>${sentence.repeat(6)}</p>\n`;
  const end = '</article></body></html>';
  const room = bytes - Buffer.byteLength(head) - end.length;
  const count = Math.floor(room / paragraph.length);
  const rest = ' '.repeat(room - count * paragraph.length);
  return Buffer.from(head + paragraph.repeat(count) + rest + end);
}
