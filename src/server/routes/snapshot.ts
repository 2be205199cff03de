import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type SnapshotLine, getSnapshot } from '#contract/snapshot.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { isBearer, operatorToken } from '#server/services/publishing/operatorToken.ts';
import { snapshotVersion } from '#server/services/publishing/snapshotVersion.ts';
import { streamSnapshot } from '#server/services/publishing/streamSnapshot.ts';

const chunkCharacters = 65_536;

/** The snapshot for whoever holds the operator token. */
export function snapshotRoutes({ config, database, now }: Platform): RouteApp {
  const app = newRouteApp();
  serve(app, getSnapshot, async (_context, _request, http) => {
    if (!isBearer(http.req.header('authorization'), await operatorToken(config))) {
      throw new AppError('not_signed_in', 'The snapshot needs the operator token as bearer');
    }
    const instant = now();
    const version = await snapshotVersion(database, instant);
    const hash = createHash('sha256').update(version).digest('base64url');
    const headers = { etag: `W/"${hash}"`, 'cache-control': 'private, no-cache' };
    if (isKnown(http.req.header('if-none-match'), headers.etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(toBody(chunks(streamSnapshot(database, instant))), {
      headers: { ...headers, 'content-type': 'application/x-ndjson; charset=utf-8' },
    });
  });
  return app;
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => known.trim() === etag);
}

/** Node’s stream type and the one of `Response` are the same at run time. */
function toBody(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes(texts))) as ReadableStream<Uint8Array>;
}

async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Lines put together, so that small ones do not cost a write each. */
async function* chunks(lines: AsyncIterable<SnapshotLine>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
