import { enableCompileCache, flushCompileCache } from 'node:module';
import { compiledFolder } from '#build/bundleFolders.ts';
import { send } from '#build/channel.ts';
import type { BuildJob } from '#site/buildJob.ts';

/** The process that builds a release: started by the server with a job, it writes what it made beside each other. */

// The channel closes when the publishing process ends, however it ends.
process.on('disconnect', () => process.exit(1));

try {
  const job = JSON.parse(process.env['BUILD_JOB'] ?? '') as BuildJob;
  // Compiling the code of the builder and of the pages takes a second of every publish, and is the same each time.
  const compiled = compiledFolder(job.bundles, job.code);
  enableCompileCache(compiled);
  // For the threads.
  process.env['NODE_COMPILE_CACHE'] = compiled;
  const { runJob } = await import('#build/runJob.ts');
  await runJob(job);
  flushCompileCache();
  process.exit(0);
} catch (error) {
  console.error(error);
  await send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
