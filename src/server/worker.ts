import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { readSwitches, runService } from '#server/commandLine.ts';
import { readConfig } from '#server/config.ts';
import { folderId } from '#server/db/instanceLock.ts';
import { openDatabase } from '#server/db/open.ts';
import { countedMail } from '#server/gateways/mail/countedMail.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { createMediaGateway } from '#server/gateways/media/createMediaGateway.ts';
import { createPayments } from '#server/gateways/payments/createPayments.ts';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { startPublishJobs } from '#server/jobs/publishJobs.ts';
import { createLog } from '#server/log.ts';
import { Metrics } from '#server/metrics.ts';
import { backupBefore } from '#server/services/backup/backupBefore.ts';
import { watchMail } from '#server/services/alarms/watchMail.ts';
import { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import { configFor, restoredCopySentence } from '#server/services/operation/restoredCopy.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { withServerAddress, serverAddress } from '#server/services/publishing/serverAddress.ts';
import { serveWorkerMetrics } from '#server/workerMetrics.ts';

await runService(runWorkerProcess);

/** Runs jobs only. Any number of workers share the jobs with the servers. */
async function runWorkerProcess(): Promise<void> {
  readSwitches([]);
  const configured = readConfig(process.env);
  await mkdir(configured.dataDir, { recursive: true });
  const log = createLog(configured).child({ server: `worker ${randomUUID()}` });
  const before = backupBefore(configured, log);
  const database = await openDatabase(configured, log, 6, before);
  const config = await configFor(database.query, configured);
  if (config.isRestoredCopy) log.warn(restoredCopySentence);
  const media = createMediaStore(config);
  const metrics = new Metrics();
  const payments = await createPayments({ ...config, sandboxPayments: false });
  const core = { config, database, media, log, now: () => new Date() };
  // The development mailbox and the sandbox of payments run in the server only.
  const mail =
    config.smtpUrl === undefined
      ? undefined
      : watchMail(core, countedMail(createSmtpMail(config), metrics));
  const { publishTimes } = config;
  const jobs = await startJobs(
    { ...core, payments: payments.methods, ...(mail && { mail }) },
    { publishTimes },
  );
  const accounts = await ProviderAccounts.open(core);
  const mediaJobs = await startMediaJobs({
    ...core,
    accounts,
    metrics,
    mediaProviders: createMediaGateway(config),
  });
  const siteId = await folderId(config.dataDir);
  const address = () => serverAddress(config.dataDir);
  const publishJobs = await startPublishJobs(core, {
    siteId,
    address,
    isServing: false,
    publish: async (input) =>
      publish({ ...input, config: await withServerAddress(config, process.env) }),
  });
  const closeMetrics = await serveWorkerMetrics({ ...core, metrics });
  console.log('The worker runs.');

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      Promise.all([closeMetrics(), jobs.stop(), mediaJobs.stop(), publishJobs?.stop()])
        .then(() => Promise.all([mail?.close(), payments.close(), accounts.close()]))
        .then(() => database.close())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    });
  }
}
