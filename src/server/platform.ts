import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { openidGoogle } from '#server/gateways/google/openidGoogle.ts';
import { createMail } from '#server/gateways/mail/createMail.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { openaiModeration } from '#server/gateways/moderation/openaiModeration.ts';
import { startSandboxModels } from '#server/gateways/models/sandbox.ts';
import { createPayments } from '#server/gateways/payments/createPayments.ts';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { Uploads } from '#server/services/attachments/uploads.ts';
import { Heartbeat } from '#server/services/chat/heartbeat.ts';
import { AnswerNotices } from '#server/services/chat/notices.ts';
import { AnswerRunner } from '#server/services/chat/runner.ts';
import { SearchThread } from '#server/services/gpts/search/searchThread.ts';
import { SessionEndings } from '#server/services/login/sessionEndings.ts';
import { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { RecentOutcomes } from '#server/services/models/outcomes.ts';
import { followCorrections } from '#server/services/messages/followCorrections.ts';
import { WithdrawnGpts } from '#server/services/publishing/withdrawnGpts.ts';

export type RunningPlatform = Platform & {
  /** Where the sandbox of payments shows what it knows; `undefined` without it. */
  paymentSandboxUrl: string | undefined;
  /** Ends running answers (drained or interrupted), then everything that was opened here. */
  close(): Promise<void>;
};

/** Makes the parts of a server on an open database. The caller closes the database after the platform. */
export async function startPlatform(
  config: Config,
  database: Database,
  log: Logger,
): Promise<RunningPlatform> {
  const now = () => new Date();
  const corrections = followCorrections(config, log);
  const sandbox = config.sandboxModels ? await startSandboxModels() : undefined;
  const models = createModelGateway(config, sandbox);
  const catalogue = await ModelCatalogue.open(database, log);
  const outcomes = new RecentOutcomes({ database, log, now });
  const uploads = await Uploads.open(config.dataDir);
  const mail = await createMail(config);
  const payments = await createPayments(config);
  const runner = new AnswerRunner(randomUUID(), { config, database, log, now });
  const notices = new AnswerNotices(database.url, log, (answerId) => runner.stop(answerId));
  const sessionEndings = await SessionEndings.open(database, log);
  const withdrawn = new WithdrawnGpts(database, log);
  await Promise.all([notices.ready, withdrawn.ready]);
  const search = new SearchThread(database.url, log);
  const heartbeat = await Heartbeat.start({ ...config, database, runner, log, now });
  return {
    config,
    database,
    paymentSandboxUrl: payments.sandboxUrl,
    mail,
    media: createMediaStore(config),
    uploads,
    models,
    payments: payments.methods,
    moderation: config.moderation && openaiModeration(config.moderation),
    google: config.google && openidGoogle(config.google, config.publicUrl),
    catalogue,
    outcomes,
    runner,
    notices,
    sessionEndings,
    withdrawn,
    search,
    log,
    now,
    close: async () => {
      corrections.close();
      uploads.close();
      await runner.drain(config.drainSeconds);
      await heartbeat.stop().catch(() => undefined);
      await Promise.allSettled([
        notices.close(),
        sessionEndings.close(),
        withdrawn.close(),
        search.close(),
        models.close(),
        catalogue.close(),
        mail.close(),
        payments.close(),
        sandbox?.close(),
      ]);
    },
  };
}
