import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { redactedError } from '#server/errors.ts';
import { createMailbox } from '#server/gateways/mail/mailbox.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { startSandboxModels } from '#server/gateways/models/sandbox.ts';
import { AnswerNotices } from '#server/services/chat/notices.ts';
import { beat, leave, reapAnswers } from '#server/services/chat/reapAnswers.ts';
import { AnswerRunner } from '#server/services/chat/runner.ts';

/** Milliseconds between two heartbeats, each followed by a look for dead servers. */
const beatInterval = 5_000;

export type RunningPlatform = Platform & {
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
  const ownerId = randomUUID();
  const sandbox = config.sandboxModels ? await startSandboxModels() : undefined;
  const models = createModelGateway(config, sandbox);
  const mail =
    config.smtpUrl === undefined
      ? await createMailbox(config.dataDir, config.mailboxPort)
      : createSmtpMail(config);
  const runner = new AnswerRunner(ownerId, { config, database, log, now });
  const notices = new AnswerNotices(database.url, log, (answerId) => runner.stop(answerId));
  await notices.ready;
  await beat(database, ownerId);
  const heart = setInterval(() => {
    beat(database, ownerId)
      .then(() => reapAnswers(database, now()))
      .catch((error: unknown) => log.warn({ error: redactedError(error) }, 'a heartbeat failed'));
  }, beatInterval);
  return {
    config,
    database,
    mail,
    models,
    runner,
    notices,
    log,
    now,
    close: async () => {
      await runner.drain(config.drainSeconds);
      clearInterval(heart);
      await leave(database, ownerId).catch(() => undefined);
      await Promise.allSettled([notices.close(), models.close(), mail.close(), sandbox?.close()]);
    },
  };
}
