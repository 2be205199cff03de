import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Replica } from '#server/db/replica.ts';
import type { GoogleGateway } from '#server/gateways/google/google.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import type { ModerationGateway } from '#server/gateways/moderation/moderation.ts';
import type { MediaGateway } from '#server/gateways/media/mediaProvider.ts';
import type { ModelGateway } from '#server/gateways/models/models.ts';
import type { Payments } from '#server/gateways/payments/payments.ts';
import type { MediaStore } from '#server/gateways/storage/media.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { Uploads } from '#server/services/files/uploads.ts';
import type { Producers } from '#server/services/answers/begin/producer.ts';
import type { AnswerNotifications } from '#server/services/answers/follow/notifications.ts';
import type { Heartbeat } from '#server/services/answers/close/heartbeat.ts';
import type { AnswerRunner } from '#server/services/chat/runner.ts';
import type { ChatChanges } from '#server/services/chatChanges/chatChanges.ts';
import type { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import type { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import type { SearchThread } from '#server/services/gpts/search/searchThread.ts';
import type { SessionEndings } from '#server/services/login/sessionEndings.ts';
import type { ModelCatalogue } from '#server/services/models/catalogue.ts';
import type { RecentOutcomes } from '#server/services/models/outcomes.ts';
import type { WithdrawnGpts } from '#server/services/serving/withdrawnGpts.ts';

/** The parts of a running server, made once by `platform.ts`. */
export type Platform = {
  config: Config;
  database: Database;
  /** The replica for what visitors read, if there is one. */
  replica?: Replica | undefined;
  mail: MailGateway;
  media: MediaStore;
  mediaProviders: MediaGateway;
  uploads: Uploads;
  models: ModelGateway;
  moderation: ModerationGateway | undefined;
  payments: Payments;
  google: GoogleGateway | undefined;
  web: WebGateway;
  catalogue: ModelCatalogue;
  outcomes: RecentOutcomes;
  spending: SpendingGuard;
  accounts: ProviderAccounts;
  producers: Producers;
  runner: AnswerRunner;
  heartbeat: Pick<Heartbeat, 'hasTakenOver'>;
  notifications: AnswerNotifications;
  chatChanges: ChatChanges;
  sessionEndings: SessionEndings;
  withdrawn: WithdrawnGpts;
  search: SearchThread;
  metrics: Metrics;
  log: Logger;
  now: () => Date;
};

/** The parts of each process: a server, a worker, a command. */
export type CorePlatform = Pick<Platform, 'config' | 'database' | 'log' | 'now'>;

/** The parts that send mails, in a process with a mail server. */
export type MailPlatform = CorePlatform & Pick<Platform, 'mail'>;

/** The parts that ask payment providers, in a process where orders may be paid. */
export type PaymentPlatform = CorePlatform & Pick<Platform, 'payments'>;

/** The parts that read and remove stored files. */
export type StoragePlatform = CorePlatform & Pick<Platform, 'media'>;

/** The models, their routes and whether they can be asked. */
export type ModelPlatform = CorePlatform &
  Pick<Platform, 'catalogue' | 'models' | 'outcomes' | 'spending' | 'accounts'>;

/** The parts of AI search: models, the search for GPTs and pages of other sites. */
export type SearchPlatform = ModelPlatform & Pick<Platform, 'search' | 'web'>;

/** The parts that run the jobs of media models: a server or a worker. */
export type MediaJobPlatform = StoragePlatform &
  Pick<Platform, 'mediaProviders' | 'accounts' | 'metrics'>;

/** Counts of a process. */
export type MetricsPlatform = CorePlatform & Pick<Platform, 'metrics'>;

/** Who makes a request. `address` is the network address, `userAgent` the header of that name. */
export type Actor = { address: string; userAgent?: string | undefined } & (
  | { kind: 'visitor' }
  | { kind: 'user'; userId: string; sessionId: string }
);

/** The parts of the server and the actor: the first argument of a person's actions. */
export type Context = Platform & { actor: Actor };

/** The parts that read the stored data of an actor: of a server, or of an operator who acts for a user. */
export type StorageContext = StoragePlatform & Pick<Context, 'actor'>;

/** Returns the id of the acting user. Throws `not_signed_in` for a visitor. */
export function signedInUser(context: Pick<Context, 'actor'>): string {
  if (context.actor.kind === 'user') return context.actor.userId;
  throw new AppError('not_signed_in', 'Sign in first');
}
