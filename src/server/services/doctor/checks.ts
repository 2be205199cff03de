import { alarms } from '#server/services/doctor/alarms.ts';
import { backups } from '#server/services/doctor/backups.ts';
import { buckets } from '#server/services/doctor/buckets.ts';
import { databaseClock, publicClock } from '#server/services/doctor/clock.ts';
import { contentPolicy } from '#server/services/doctor/contentPolicy.ts';
import { cookies } from '#server/services/doctor/cookies.ts';
import { databaseServer } from '#server/services/doctor/databaseServer.ts';
import type { ConfigCheck, DatabaseCheck, ModelCheck } from '#server/services/doctor/findings.ts';
import { folders } from '#server/services/doctor/folders.ts';
import { ledger } from '#server/services/doctor/ledger.ts';
import { mailServer } from '#server/services/doctor/mailServer.ts';
import { migrations } from '#server/services/doctor/migrations.ts';
import { mode } from '#server/services/doctor/mode.ts';
import { nodeVersion } from '#server/services/doctor/nodeVersion.ts';
import { otherKeys } from '#server/services/doctor/otherKeys.ts';
import { payments } from '#server/services/doctor/payments.ts';
import { pooler } from '#server/services/doctor/pooler.ts';
import { prices } from '#server/services/doctor/prices.ts';
import { providers } from '#server/services/doctor/providers.ts';
import { proxies } from '#server/services/doctor/proxies.ts';
import { publicAddress } from '#server/services/doctor/publicAddress.ts';
import { restored } from '#server/services/doctor/restored.ts';
import { visitorAddresses } from '#server/services/doctor/visitorAddresses.ts';

/** Checks that look at this machine only, for a restored copy too. */
export const localChecks: readonly ConfigCheck[] = [nodeVersion, mode, folders, proxies];

export const configChecks: readonly ConfigCheck[] = [
  ...localChecks,
  publicAddress,
  visitorAddresses,
  publicClock,
  cookies,
  contentPolicy,
  mailServer,
  payments,
  buckets,
  otherKeys,
];

export const databaseChecks: readonly DatabaseCheck[] = [
  databaseServer,
  databaseClock,
  pooler,
  migrations,
];

export const modelChecks: readonly ModelCheck[] = [
  restored,
  providers,
  prices,
  ledger,
  backups,
  alarms,
];
