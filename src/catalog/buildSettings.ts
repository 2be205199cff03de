import type { Operator } from '#catalog/site/frame.ts';
import { startingCredits as usualStartingCredits } from '#domain/credits/credits.ts';
import { isRegistration } from '#domain/login/registration.ts';
import { type Licence, readLicence } from '#domain/ranking/licence.ts';
import type { SharingDates } from '#domain/sharing/sharing.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/** The settings of a build. The process that starts it passes them in environment variables. */
export type BuildSettings = {
  /** The file of the snapshot. Only builds by Astro itself use it, because a publish passes the snapshot itself. */
  snapshotFile: string | undefined;
  /** The public origin without a trailing slash; `null` in development. */
  origin: string | null;
  operator: Operator;
  shop: Shop;
  rankingLicence: Licence;
  /** A folder of posts that replaces that of the project. */
  blogFolder: string | undefined;
  /** The folder of the operator's own collections. */
  collectionsFolder: string | undefined;
  /** Whether drafts and scheduled posts are shown with a mark, as in development. */
  showsDrafts: boolean;
};

/** The settings that prices and the sharing plan depend on. */
export type Shop = {
  /** Credits of a new account. */
  startingCredits: number;
  /** The dates of the operator's sharing event; `undefined` for the product's event. */
  sharing: SharingDates | undefined;
  /** The names of the payment methods. Without any, nothing can be bought. */
  paymentMethods: readonly string[];
};

/** Reads the settings from environment variables. Throws an error if one is invalid. */
export function buildSettings(environment: NodeJS.ProcessEnv): BuildSettings {
  const fields = parseOperator(environment['OPERATOR_JSON']);
  return {
    snapshotFile: environment['SNAPSHOT_FILE'] || undefined,
    origin: environment['SITE_URL']?.replace(/\/+$/, '') || null,
    operator: operatorOf(fields),
    shop: shopOf(fields),
    rankingLicence: readLicence(textOrNull(fields['rankingLicence'])),
    blogFolder: environment['BLOG_FOLDER'] || undefined,
    collectionsFolder: environment['COLLECTIONS_FOLDER'] || undefined,
    showsDrafts: Boolean(environment['SHOW_DRAFTS']),
  };
}

type OperatorFields = Readonly<Record<string, unknown>>;

function parseOperator(text: string | undefined): OperatorFields {
  return parseChecked(z.record(z.string(), z.unknown()), text || '{}', 'OPERATOR_JSON');
}

function operatorOf(fields: OperatorFields): Operator {
  const { supportEmail, communityUrl, socialUrls, seller, sellerCountry } = fields;
  const { hasGoogle, registration, opensGptLinks, hasQqPicture, isDemo } = fields;
  return {
    supportEmail: textOrNull(supportEmail),
    communityUrl: textOrNull(communityUrl),
    socialUrls: textsOf(socialUrls),
    seller: textOrNull(seller),
    sellerCountry: textOrNull(sellerCountry),
    sells: textsOf(fields['paymentMethods']).length > 0,
    hasGoogle: hasGoogle === true,
    registration: isRegistration(registration) ? registration : 'open',
    opensGptLinks: opensGptLinks === true,
    hasQqPicture: hasQqPicture === true,
    isDemo: isDemo === true,
  };
}

function shopOf({ startingCredits, sharing, paymentMethods }: OperatorFields): Shop {
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
