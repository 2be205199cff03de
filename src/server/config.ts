import { join, resolve } from 'node:path';
import { type Registration, registrations } from '#domain/login/registration.ts';
import type { Tier } from '#domain/plans/plans.ts';
import type { SharingDates } from '#domain/sharing/sharing.ts';
import { type BackupSettings, readBackup } from '#server/backupConfig.ts';
import { type DatabaseConfig, readDatabase } from '#server/databaseConfig.ts';
import { type Environment, EnvironmentReader, isSafe } from '#server/environment.ts';
import {
  type GoogleConfig,
  type ModerationConfig,
  type PublishHookConfig,
  readCdnPurge,
  readGoogle,
  readModeration,
  readPublishHook,
  readS3,
} from '#server/gatewayConfig.ts';
import { type MediaConfig, readMedia } from '#server/mediaConfig.ts';
import { type PaymentConfig, readPayments } from '#server/paymentConfig.ts';
import { type OperationConfig, readOperation } from '#server/operationConfig.ts';
import { type ProviderConfig, readProviders } from '#server/providerConfig.ts';
import { type SearchConfig, readSearch } from '#server/searchConfig.ts';
import { developmentSecret, weaknessOf } from '#server/secretConfig.ts';
import { type SellerTaxConfig, readSellerTax } from '#server/sellerConfig.ts';
import { type StartConfig, readStarts } from '#server/startConfig.ts';
import { type WebConfig, readWeb } from '#server/webConfig.ts';
import type { CdnPurgeConfig } from '#server/gateways/cdn/purgeUrls.ts';
import type { S3Config } from '#server/gateways/storage/s3.ts';

export type Config = PaymentConfig &
  BackupSettings &
  StartConfig &
  OperationConfig &
  DatabaseConfig & {
    production: boolean;
    /** The origin that visitors use, without a trailing slash. */
    publicUrl: string;
    host: string;
    port: number;
    /** Absolute path of the folder for all data of this server. */
    dataDir: string;
    /** Absolute folder of corrected messages; `undefined` for the default of `operatorFolders.ts`. */
    messagesFolder?: string | undefined;
    /** Absolute folder of the operator's collections; `undefined` for the default. */
    collectionsFolder?: string | undefined;
    /** Key of hashes and signatures. */
    secret: string;
    /** Bearer token of the snapshot; `undefined` lets the server create one in `dataDir`. */
    operatorToken: string | undefined;
    /** `undefined` means the development mailbox. */
    smtpUrl: string | undefined;
    mailFrom: string;
    /** Most sign-in codes sent in an hour in all, to protect the reputation of the sender. */
    mailsPerHour: number;
    /** Port of the development mailbox (loopback only). */
    mailboxPort: number;
    providers: readonly ProviderConfig[];
    /** Whether a sandbox answers for models without a provider. */
    sandboxModels: boolean;
    /** Whether a sandbox replaces payment providers. */
    sandboxPayments: boolean;
    /** Most concurrent answers on this server. */
    maxAnswers: number;
    /** Most queued answers on this server. */
    maxQueuedAnswers: number;
    /** Rate limits of questions by one user, by tier; 0 for none. */
    questionsPerMinute: Readonly<Record<Tier, number>>;
    questionsPerDay: Readonly<Record<Tier, number>>;
    /** The moderation of questions; `undefined` for none. */
    moderation: ModerationConfig | undefined;
    search?: SearchConfig | undefined;
    /** `undefined` means that “Sign in with Google” is not offered. */
    google?: GoogleConfig | undefined;
    web?: WebConfig | undefined;
    firstTokenSeconds: number;
    /** Most seconds of an answer of a text model, from its question to its end, waiting included. */
    answerSeconds: number;
    idleSeconds: number;
    heartbeatSeconds: number;
    /** Time for running answers to end at shutdown. */
    drainSeconds: number;
    /** Whether the site is published at the start when there is no release: not where a CDN serves it. */
    publishAtStart: boolean;
    /** Whether the index of the search is built soon after the start, or by the first search. */
    searchAtStart: boolean;
    /** Crontab times (UTC) of publishes, in addition to those after the rankings are frozen. */
    publishTimes: readonly string[];
    /** Who may open an account. */
    registration: Registration;
    /** Secret of the hook for bounces and complaints; `undefined`: there is no hook. */
    mailHookSecret: string | undefined;
    publishHook: PublishHookConfig;
    /** URL of the API, for a process that publishes without a server on the same data folder. */
    apiUrl: string | undefined;
    /** A folder, or `s3://bucket/prefix`, to which every publish exports. */
    exportTo: string | undefined;
    /** Most files of an export; 0 for any number. */
    exportMaxFiles?: number;
    /** Where pages of withdrawn GPTs are removed from a CDN. */
    cdnPurge?: CdnPurgeConfig | undefined;
    /** Where all servers of a site find its release: an absolute folder, or `s3://bucket/prefix`. */
    releaseStore?: string | undefined;
    /** Store of uploaded and generated files: an absolute folder, or `s3://bucket/prefix`. */
    mediaStore: string;
    /** Providers of pictures, music and videos, with limits. */
    media: MediaConfig;
    /** The account for buckets. */
    s3: S3Config | undefined;
    /** Number of proxies in front of this server whose entries in `X-Forwarded-For` are trusted. */
    trustedProxies: number;
    logLevel: string;
    operator: OperatorConfig;
    sellerTax?: SellerTaxConfig | undefined;
  };

/** Facts about the operator for visitors; pages omit unset ones. */
export type OperatorConfig = {
  supportEmail: string | undefined;
  /** Where faults of security are reported; `undefined` means `supportEmail`. */
  securityEmail?: string | undefined;
  communityUrl: string | undefined;
  socialUrls: readonly string[];
  /** Name and address of the seller of plans and packs. */
  seller?: string | undefined;
  /** The seller's country (ISO 3166, such as `DE`), whose law decides on withdrawal. */
  sellerCountry?: string | undefined;
  /** The operator's sharing event, in the past or the future. */
  sharing?: SharingDates | undefined;
  /** Path of a JPEG file with the code of a QQ group (`services/publishing/operatorFiles.ts`). */
  qqPicture?: string | undefined;
  /** The licence of published rankings: its name and address, with a space between. */
  rankingLicence?: string | undefined;
};

/** All problems of an environment. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration is incomplete or wrong:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Times of answers, in seconds. */
function readAnswerTimes(read: EnvironmentReader) {
  return {
    firstTokenSeconds: read.number('FIRST_TOKEN_SECONDS', 30, 0.1, 600),
    answerSeconds: read.number('ANSWER_SECONDS', 1_800, 0.1, 86_400),
    idleSeconds: read.number('IDLE_SECONDS', 60, 0.1, 600),
    heartbeatSeconds: read.number('HEARTBEAT_SECONDS', 15, 0.1, 60),
    drainSeconds: read.number('DRAIN_SECONDS', 10, 0, 600),
  };
}

/** When the site is published, and where its releases and exports go. */
function readPublishing(read: EnvironmentReader) {
  return {
    publishAtStart: read.oneOf('PUBLISH_AT_START', ['yes', 'no'], 'yes') === 'yes',
    publishTimes: read.crontab('PUBLISH_CRON'),
    publishHook: readPublishHook(read),
    apiUrl: read.httpUrl('API_URL'),
    exportTo: read.text('EXPORT_TO'),
    exportMaxFiles: read.integer('EXPORT_MAX_FILES', 0, 0, 100_000_000),
    releaseStore: read.store('RELEASE_STORE'),
  };
}

/** Reads the configuration; a pure function of the environment. Throws `ConfigError` that lists every problem. */
export function readConfig(
  environment: Environment,
  read = new EnvironmentReader(environment),
): Config {
  const production = read.isProduction();
  const port = read.integer('PORT', 4321, 0, 65_535);
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://localhost:${port}`;
  const dataDir = resolve(read.text('DATA_DIR', '.data'));
  const providers = readProviders(read);
  const config: Config = {
    production,
    publicUrl,
    host: read.text('HOST', 'localhost'),
    port,
    dataDir,
    messagesFolder: read.folder('MESSAGES_FOLDER'),
    collectionsFolder: read.folder('COLLECTIONS_FOLDER'),
    ...readDatabase(read),
    secret: read.text('SECRET') ?? developmentSecret(dataDir),
    operatorToken: read.text('OPERATOR_TOKEN'),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM', 'Dolores <no-reply@localhost>'),
    mailsPerHour: read.integer('MAILS_PER_HOUR', 3_000, 6, 1_000_000),
    mailboxPort: read.integer('MAILBOX_PORT', 0, 0, 65_535),
    providers,
    sandboxModels: !production,
    sandboxPayments: !production,
    ...readStarts(read),
    ...readOperation(read),
    maxAnswers: read.integer('MAX_ANSWERS', 1_000, 1, 100_000),
    maxQueuedAnswers: read.integer('MAX_QUEUED_ANSWERS', 200, 0, 100_000),
    questionsPerMinute: read.perTier('QUESTIONS_PER_MINUTE', { free: 20, basic: 30, pro: 60 }),
    questionsPerDay: read.perTier('QUESTIONS_PER_DAY', { free: 300, basic: 1_000, pro: 5_000 }),
    ...readOtherServices(read, production),
    ...readPayments(read, publicUrl),
    ...readAnswerTimes(read),
    searchAtStart: read.oneOf('SEARCH_AT_START', ['yes', 'no'], 'yes') === 'yes',
    ...readPublishing(read),
    mediaStore: read.store('MEDIA_STORE') ?? join(dataDir, 'media'),
    media: readMedia(read),
    s3: readS3(read),
    trustedProxies: read.integer('TRUSTED_PROXIES', 0, 0, 10),
    logLevel: read.oneOf('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    operator: readOperator(read),
    sellerTax: readSellerTax(read),
  };
  read.problems.push(
    ...contradictions(config),
    ...weaknessOf('SECRET', read.text('SECRET')),
    ...weaknessOf('OPERATOR_TOKEN', config.operatorToken),
    ...weaknessOf('MAIL_HOOK_SECRET', config.mailHookSecret),
    ...(production ? missingInProduction(read, config) : []),
  );
  // A variable that two services need is read twice.
  if (read.problems.length > 0) throw new ConfigError([...new Set(read.problems)]);
  return config;
}

/** External services except models, mail, storage and payments; who may open an account. */
function readOtherServices(read: EnvironmentReader, production: boolean) {
  return {
    moderation: readModeration(read),
    google: readGoogle(read),
    registration: read.oneOf('REGISTRATION', registrations, 'open'),
    mailHookSecret: read.text('MAIL_HOOK_SECRET'),
    cdnPurge: readCdnPurge(read),
    search: readSearch(read),
    web: readWeb(read, production),
    backup: readBackup(read),
  };
}

/** Returns the problems of combined values that are valid each alone. */
function contradictions(config: Config): string[] {
  const wrong: string[] = [];
  for (const [name, place] of Object.entries({
    EXPORT_TO: config.exportTo,
    MEDIA_STORE: config.mediaStore,
    BACKUP_TO: config.backup.target,
    RELEASE_STORE: config.releaseStore,
  })) {
    if (place?.startsWith('s3:') && config.s3 === undefined) {
      wrong.push(`${name} is a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing`);
    }
  }
  return wrong;
}

function missingInProduction(read: EnvironmentReader, config: Config): string[] {
  const missing: string[] = [];
  if (!read.text('PUBLIC_URL'))
    missing.push('PUBLIC_URL is missing: the address that visitors use');
  else if (!isSafe(config.publicUrl))
    missing.push('PUBLIC_URL must begin with https:// in production, except on this machine');
  if (!read.text('SECRET')) missing.push('SECRET is missing: at least 32 random characters');
  if (!config.smtpUrl) missing.push('SMTP_URL is missing: the server that sends sign-in codes');
  if (!read.text('MAIL_FROM')) missing.push('MAIL_FROM is missing: the sender of sign-in codes');
  if (config.providers.length === 0) {
    missing.push(
      'No model provider: set OPENAI_API_KEY, ANTHROPIC_API_KEY, GROQ_API_KEY or COMPATIBLE_BASE_URL',
    );
  }
  return missing;
}

function readOperator(read: EnvironmentReader): OperatorConfig {
  return {
    supportEmail: read.email('SUPPORT_EMAIL'),
    securityEmail: read.email('SECURITY_EMAIL'),
    communityUrl: read.url('COMMUNITY_URL', ['https:']),
    socialUrls: read.urls('SOCIAL_URLS'),
    seller: read.text('SELLER'),
    sellerCountry: read.country('SELLER_COUNTRY'),
    sharing: read.sharing('SHARING_EVENT', 'SHARING_PERCENT'),
    qqPicture: read.text('QQ_PICTURE'),
    rankingLicence: read.licence('RANKING_LICENCE'),
  };
}
