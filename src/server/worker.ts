import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';

/** Runs jobs only: any number of these share the work with the servers. */
const config = readConfig(process.env);
const log = createLog(config);
const database = await openDatabase(config, log, 5);
const jobs = await startJobs({ database, log, now: () => new Date() });
console.log('The worker runs.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    jobs
      .stop()
      .then(() => database.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  });
}
