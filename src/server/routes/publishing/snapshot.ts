import { Readable } from 'node:stream';
import { getSnapshot } from '#contract/publishing/snapshot.ts';
import type { ModelPlatform, Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { replacedModels, unavailableModels } from '#server/services/models/unavailableModels.ts';
import { isBearer, operatorToken } from '#server/services/publishing/operatorToken.ts';
import { isCurrent } from '#server/services/snapshot/changesSince.ts';
import type { DeltaLine } from '#server/services/snapshot/changedGptLines.ts';
import { closedDayOf } from '#domain/dates.ts';
import { streamSnapshot } from '#server/services/snapshot/streamSnapshot.ts';

const chunkCharacters = 65_536;

/** Serves the snapshot to clients with the operator token. */
export function snapshotRoutes(platform: ModelPlatform & Pick<Platform, 'replica'>): RouteApp {
  const { config, database, replica, now } = platform;
  const app = newRouteApp();
  app.use(getSnapshot.path, async (http, next) => {
    if (!isBearer(http.req.header('authorization'), await operatorToken(config))) {
      throw new AppError('not_signed_in', 'The snapshot needs the operator token as bearer');
    }
    await next();
  });
  serve(app, getSnapshot, async (_context, { query }, http) => {
    const instant = now();
    const models = { unavailable: unavailableModels(platform), replaced: replacedModels(platform) };
    const facts = { closedDay: closedDayOf(instant), ...models };
    const known = versionIn(http.req.header('if-none-match'));
    if (known !== undefined && (await isCurrent(database, facts, known))) {
      return new Response(null, { status: 304, headers: headersOf(known) });
    }
    const lines = streamSnapshot(database, instant, query.since, models, replica);
    const { value: first } = await lines.next();
    if (first?.type !== 'snapshot') throw new Error('The snapshot does not begin with its version');
    return new Response(toBody(chunks(first, lines)), {
      headers: {
        ...headersOf(first.version),
        'content-type': 'application/x-ndjson; charset=utf-8',
      },
    });
  });
  return app;
}

/** Headers of a version. The `ETag` is weak, because the order of lines may differ. */
function headersOf(version: string): Record<string, string> {
  return { etag: `W/"${version}"`, 'cache-control': 'private, no-cache' };
}

/** Returns the first version in `If-None-Match`. */
function versionIn(ifNoneMatch: string | undefined): string | undefined {
  return /"([^"]+)"/.exec(ifNoneMatch ?? '')?.[1];
}

/** The types of Node's and the web's streams differ, but at run time they are the same. */
function toBody(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes(texts))) as ReadableStream<Uint8Array>;
}

async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Joins lines to larger chunks, because each chunk is a write. */
async function* chunks(first: DeltaLine, lines: AsyncIterable<DeltaLine>): AsyncGenerator<string> {
  let chunk = `${JSON.stringify(first)}\n`;
  for await (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
