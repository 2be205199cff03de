import { enableCompileCache, flushCompileCache } from 'node:module';
import { compiledFolder } from '#builder/bundleFolders.ts';
import { send } from '#builder/channel.ts';
import type { BuildJob } from '#release/builderProtocol.ts';

/**
 * The process that builds a release. The server starts it with a job. Only this file, and those that bundle, read the
 * environment.
 */

// The channel closes when the publishing process ends, however it ends.
process.on('disconnect', () => process.exit(1));

try {
  const job = JSON.parse(process.env['BUILD_JOB'] ?? '') as BuildJob;
  // Caches compiled code, because compiling the builder and the pages takes a second of every publish.
  const compiled = compiledFolder(job.bundles, job.code);
  enableCompileCache(compiled);
  // For the threads, which read this variable.
  process.env['NODE_COMPILE_CACHE'] = compiled;
  const { buildSettings } = await import('#catalog/buildSettings.ts');
  const { runJob } = await import('#builder/runJob.ts');
  await runJob(job, buildSettings(process.env));
  flushCompileCache();
  process.exit(0);
} catch (error) {
  console.error(error);
  await send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
