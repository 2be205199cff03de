import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { sourceFolder } from '#i18n/sourceFolder.ts';
import type { Config } from '#server/config.ts';
import type { CorePlatform, ModelPlatform, Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { countedMail } from '#server/gateways/mail/countedMail.ts';
import { Replica } from '#server/db/replica.ts';
import { openidGoogle } from '#server/gateways/google/openidGoogle.ts';
import { createMail } from '#server/gateways/mail/createMail.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { createMediaGateway } from '#server/gateways/media/createMediaGateway.ts';
import { openaiModeration } from '#server/gateways/moderation/openaiModeration.ts';
import { startSandboxModels } from '#server/gateways/models/sandboxModels.ts';
import { createPayments } from '#server/gateways/payments/createPayments.ts';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { Metrics } from '#server/metrics.ts';
import { createSearch } from '#server/gateways/search/createSearch.ts';
import { createWeb } from '#server/gateways/web/createWeb.ts';
import { watchMail } from '#server/services/alarms/watchMail.ts';
import { Uploads } from '#server/services/files/uploads.ts';
import { Heartbeat } from '#server/services/answers/close/heartbeat.ts';
import { AnswerNotifications } from '#server/services/answers/follow/notifications.ts';
import { AnswerRunner } from '#server/services/chat/runner.ts';
import { textProducer } from '#server/services/chat/textProducer.ts';
import { ChatChanges } from '#server/services/chatChanges/chatChanges.ts';
import { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import { mediaProducer } from '#server/services/media/mediaProducer.ts';
import { Searcher } from '#server/services/search/searcher.ts';
import { SitePosts } from '#server/services/search/sitePosts.ts';
import { SearchThread } from '#server/services/gpts/search/searchThread.ts';
import { SessionEndings } from '#server/services/login/sessionEndings.ts';
import { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { RecentOutcomes } from '#server/services/models/outcomes.ts';
import { followCorrections } from '#server/services/messages/followCorrections.ts';
import { WithdrawnGpts } from '#server/services/serving/withdrawnGpts.ts';

export type RunningPlatform = Platform & {
  /** The URL of the page of the payment sandbox; `undefined` without a sandbox. */
  paymentSandboxUrl: string | undefined;
  /** Waits for running answers or interrupts them, then closes everything that was opened here. */
  close(): Promise<void>;
};

/** Creates the parts of a server on an open database. The caller closes the database after the platform. */
export async function startPlatform(
  config: Config,
  database: Database,
  parentLog: Logger,
  now: () => Date = () => new Date(),
): Promise<RunningPlatform> {
  const serverId = randomUUID();
  const log = parentLog.child({ server: serverId });
  const corrections = followCorrections(config, log);
  const { closeModels, ...models } = await openModels({ config, database, log, now });
  const uploads = await Uploads.open(config.dataDir);
  const metrics = new Metrics();
  const mail = countedMail(await createMail(config), metrics);
  const payments = await createPayments(config);
  const modelPlatform = { config, database, log, now, ...models };
  const { searcher, ...searching } = openSearch(modelPlatform);
  const replica = openReplica(modelPlatform);
  const runner = new AnswerRunner(modelPlatform, searcher, serverId, metrics);
  const { closeListeners, ...listeners } = await openListeners(database, log, runner);
  const heartbeat = await Heartbeat.start(modelPlatform, runner);
  const platform: RunningPlatform = {
    config,
    database,
    replica,
    paymentSandboxUrl: payments.sandboxUrl,
    mail,
    media: createMediaStore(config),
    mediaProviders: createMediaGateway(config),
    uploads,
    ...models,
    payments: payments.methods,
    moderation: config.moderation && openaiModeration(config.moderation),
    google: config.google && openidGoogle(config.google, config.publicUrl),
    ...searching,
    producers: { text: textProducer, media: mediaProducer },
    runner,
    heartbeat,
    ...listeners,
    metrics,
    log,
    now,
    close: async () => {
      corrections.close();
      uploads.close();
      await runner.drain(config.drainSeconds);
      await heartbeat.stop().catch(() => undefined);
      await Promise.allSettled([
        replica?.close(),
        closeListeners(),
        searching.search.close(),
        closeModels(),
        mail.close(),
        payments.close(),
      ]);
    },
  };
  platform.mail = watchMail(platform, mail);
  return platform;
}

/** Opens the replica, if one is configured. */
function openReplica({ config, database, log }: CorePlatform): Replica | undefined {
  const { readDatabaseUrl: url, replicaLagSeconds: lagSeconds = 0 } = config;
  return url === undefined ? undefined : new Replica(database, { url, lagSeconds }, log);
}

/** Opens the connections on which this server receives notifications of the others. */
async function openListeners(database: Database, log: Logger, runner: AnswerRunner) {
  const notifications = new AnswerNotifications(database.url, log, (answerId) =>
    runner.stop(answerId),
  );
  const chatChanges = new ChatChanges(database.url, log);
  const sessionEndings = await SessionEndings.open(database, log);
  const withdrawn = new WithdrawnGpts(database, log);
  await Promise.all([notifications.ready, chatChanges.ready, withdrawn.ready]);
  const listeners = { notifications, chatChanges, sessionEndings, withdrawn };
  const closeListeners = () =>
    Promise.allSettled(Object.values(listeners).map((listener) => listener.close()));
  return { ...listeners, closeListeners };
}

/** Opens the gateway of models, their catalogue, the outcomes of recent answers, the guard of spending and the accounts. */
async function openModels(core: CorePlatform) {
  const { config, database, log, now } = core;
  const sandbox = config.sandboxModels ? await startSandboxModels() : undefined;
  const models = createModelGateway(config, sandbox, now);
  const catalogue = await ModelCatalogue.open(database, log);
  const outcomes = new RecentOutcomes(core);
  const spending = new SpendingGuard(core, catalogue);
  const accounts = await ProviderAccounts.open(core);
  const closeModels = () =>
    Promise.allSettled([models.close(), catalogue.close(), accounts.close(), sandbox?.close()]);
  return { models, catalogue, outcomes, spending, accounts, closeModels };
}

/** Opens the search for GPTs, the gateway to pages of other sites, and AI search, which needs both. */
function openSearch(
  platform: ModelPlatform,
): Pick<Platform, 'search' | 'web'> & { searcher: Searcher } {
  const { config, database, log } = platform;
  const search = new SearchThread(database.url, config.dataDir, log);
  const web = createWeb({
    publicUrl: config.publicUrl,
    isOff: config.isRestoredCopy,
    ...config.web,
  });
  const searcher = new Searcher(
    { ...platform, search, web },
    {
      engines: createSearch(config.search ?? []),
      posts: new SitePosts(join(sourceFolder(), 'content')),
    },
  );
  return { search, web, searcher };
}
