import type { Operator } from '#catalog/frame.ts';
import { startingCredits as usualStartingCredits } from '#domain/credits.ts';
import type { SharingDates } from '#domain/sharing.ts';

/** The settings of a build, as the process that starts it passes them on in its environment. */
export type BuildSettings = {
  /** The file of the snapshot, for builds by Astro alone: a publish passes the snapshot itself on. */
  snapshotFile: string | undefined;
  /** The public origin without a trailing slash; unknown while developing. */
  origin: string | null;
  operator: Operator;
  shop: Shop;
  /** Another folder of posts than that of the project. */
  blogFolder: string | undefined;
  /** The folder of the operator's own collections. */
  collectionsFolder: string | undefined;
  /** Whether drafts and scheduled posts are shown, marked as such: while developing. */
  showsDrafts: boolean;
};

/** The settings that prices and the sharing plan depend on. */
export type Shop = {
  /** Credits of a new account. */
  startingCredits: number;
  /** The dates of the operator's sharing event; without them the product's own event is shown. */
  sharing: SharingDates | undefined;
  /** The names of the ways to pay. Without one nothing can be bought. */
  paymentMethods: readonly string[];
};

/** Reads the settings from an environment: that of the process, which only its start reads. Throws when one is malformed. */
export function buildSettings(environment: NodeJS.ProcessEnv): BuildSettings {
  const told = parseOperator(environment['OPERATOR_JSON']);
  return {
    snapshotFile: environment['SNAPSHOT_FILE'] || undefined,
    origin: environment['SITE_URL']?.replace(/\/+$/, '') || null,
    operator: operatorOf(told),
    shop: shopOf(told),
    blogFolder: environment['BLOG_FOLDER'] || undefined,
    collectionsFolder: environment['COLLECTIONS_FOLDER'] || undefined,
    showsDrafts: Boolean(environment['SHOW_DRAFTS']),
  };
}

type ToldByOperator = Readonly<Record<string, unknown>>;

function parseOperator(text: string | undefined): ToldByOperator {
  try {
    return JSON.parse(text || '{}') as ToldByOperator;
  } catch {
    throw new Error('OPERATOR_JSON is not JSON');
  }
}

function operatorOf(told: ToldByOperator): Operator {
  const { supportEmail, communityUrl, socialUrls, seller, sellerCountry } = told;
  const { hasGoogle, opensGptLinks, hasQqPicture, isDemo } = told;
  return {
    supportEmail: textOrNull(supportEmail),
    communityUrl: textOrNull(communityUrl),
    socialUrls: textsOf(socialUrls),
    seller: textOrNull(seller),
    sellerCountry: textOrNull(sellerCountry),
    hasGoogle: hasGoogle === true,
    opensGptLinks: opensGptLinks === true,
    hasQqPicture: hasQqPicture === true,
    isDemo: isDemo === true,
  };
}

function shopOf({ startingCredits, sharing, paymentMethods }: ToldByOperator): Shop {
  return {
    startingCredits: typeof startingCredits === 'number' ? startingCredits : usualStartingCredits,
    // The server has checked the dates (`config.ts`).
    sharing: sharing as SharingDates | undefined,
    paymentMethods: textsOf(paymentMethods),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
