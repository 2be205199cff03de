import { enableCompileCache, flushCompileCache } from 'node:module';
import { compiledFolder } from '#builder/bundleFolders.ts';
import { send } from '#builder/channel.ts';
import { hasNoSpace } from '#builder/hasNoSpace.ts';
import type { BuildJob } from '#release/builderProtocol.ts';
import { parseTrusted } from '#domain/json.ts';

/**
 * The process that builds a release. The server starts it with a job. Only this file, and those that bundle, read the
 * environment.
 */

// The channel closes when the publishing process ends, however it ends.
process.on('disconnect', () => process.exit(1));

try {
  const text = process.env['BUILD_JOB'] ?? '';
  const { bundles, code } = parseTrusted<Pick<BuildJob, 'bundles' | 'code'>>(text);
  // Caches compiled code, because compiling the builder and the pages takes a second of every publish.
  const compiled = compiledFolder(bundles, code);
  enableCompileCache(compiled);
  // For the threads, which read this variable.
  process.env['NODE_COMPILE_CACHE'] = compiled;
  const { buildSettings } = await import('#catalog/buildSettings.ts');
  const { runJob } = await import('#builder/runJob.ts');
  // Parsed again with its schema, whose code is cached now.
  const { parseBuildJob } = await import('#release/builderProtocol.ts');
  await runJob(parseBuildJob(text), buildSettings(process.env));
  flushCompileCache();
  process.exit(0);
} catch (error) {
  // A full disk is not a fault of the code, so no stack helps.
  const isFull = hasNoSpace(error);
  if (!isFull) console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  const reason = isFull ? 'no space is left on the disk: make some and publish again' : message;
  await send({ kind: 'failed', reason });
  process.exit(1);
}
