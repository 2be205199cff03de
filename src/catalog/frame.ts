import { pageImage } from '#catalog/openGraph.ts';
import { knownRankedRanges } from '#catalog/rankedRanges.ts';
import { readSnapshot } from '#catalog/readSnapshot.ts';
import type { Language } from '#domain/languages.ts';
import { type MenuModels, menuEntries, menuModelsOf } from '#domain/menuModels.ts';
import type { PageImage } from '#domain/pageImage.ts';
import type { RankingRange } from '#domain/ranking.ts';
import type { SharingDates } from '#domain/sharing.ts';

/** What the layout of every page needs to know besides the page’s own content. Plain JSON. */
export type Frame = {
  language: Language;
  /** The page’s own path, with its language. */
  path: string;
  /** The public origin without a trailing slash; unknown while developing. */
  origin: string | null;
  operator: Operator;
  /** The models that the menu opens. */
  menu: MenuModels;
  /** The ranges that have a ranking, in the order of the tabs. */
  ranges: readonly RankingRange[];
  /** What stands for the page where its address is shared. */
  image: PageImage;
  /**
   * The languages that have the text of the page in the order of the menu, where these are not all: in the others it is
   * shown in the first of these, and search engines are led to that page.
   */
  translations?: readonly Language[];
  /** Whether search engines are asked not to list the page. */
  isUnlisted?: boolean;
};

/** What the operator says about itself; what is unset is not shown. */
export type Operator = {
  supportEmail: string | null;
  communityUrl: string | null;
  socialUrls: readonly string[];
  /** Name and address of who sells plans and packs. */
  seller: string | null;
  /** Where the seller is: decides which pages the law wants. */
  sellerCountry: string | null;
  /** Whether visitors can sign in with Google. */
  hasGoogle: boolean;
  /** Whether Pro opens GPTs elsewhere by their addresses. */
  opensGptLinks: boolean;
  /** Whether the release has the picture of a QQ group. */
  hasQqPicture: boolean;
  /** Whether figures, ratings and reviews are generated: every page says so, and search engines list none. */
  isDemo: boolean;
};

/**
 * The frame of the page at `path`, from the environment of the build (`SITE_URL`, `OPERATOR_JSON`). A page that has no
 * picture of its own has the product’s; so have all pages of a demo, because drawing one for each ranking and GPT takes
 * long, and nobody shares a demo.
 */
export function frameOf(
  language: Language,
  path: string,
  image: PageImage = pageImage(language),
): Frame {
  const operator = readOperator();
  return {
    language,
    path,
    origin: originOf(),
    operator,
    menu: readMenu(),
    ranges: knownRankedRanges(),
    image: operator.isDemo ? pageImage(language) : image,
  };
}

/** The public origin without a trailing slash; unknown while developing. */
export function originOf(): string | null {
  return process.env['SITE_URL']?.replace(/\/+$/, '') || null;
}

/** Credits that a new account starts with on this server; the default of the product when the operator is silent. */
export function startingCreditsOf(fallback: number): number {
  const { startingCredits } = parseOperator();
  return typeof startingCredits === 'number' ? startingCredits : fallback;
}

/** The sharing event that the operator runs, if any. */
export function sharingDatesHere(): SharingDates | undefined {
  // The server has read it (`config.ts`).
  return parseOperator()['sharing'] as SharingDates | undefined;
}

/** Whether plans and packs can be bought on this server. */
export function isSelling(): boolean {
  return paymentMethodsHere().length > 0;
}

/** The names of the ways to pay on this server. */
export function paymentMethodsHere(): string[] {
  const { paymentMethods } = parseOperator();
  return Array.isArray(paymentMethods) ? paymentMethods.map(String) : [];
}

/** Whether visitors can sign in with Google, for pages without a frame. */
export function isGoogleOffered(): boolean {
  return readOperator().hasGoogle;
}

/** Whether the site shows demo data, for pages without a frame. */
export function isDemoSite(): boolean {
  return readOperator().isDemo;
}

let known: { text: string | undefined; operator: Operator } | undefined;

let knownMenu: MenuModels | undefined;

/** One and the same for all pages. Without a snapshot, as in tests, what the product ships. */
function readMenu(): MenuModels {
  if (!process.env['SNAPSHOT_FILE']) return menuEntries;
  knownMenu ??= menuModelsOf(readSnapshot().models);
  return knownMenu;
}

/** One and the same for all pages. */
function readOperator(): Operator {
  const text = process.env['OPERATOR_JSON'];
  if (!known || known.text !== text) known = { text, operator: operatorOf() };
  return known.operator;
}

function operatorOf(): Operator {
  const { supportEmail, communityUrl, socialUrls, seller, sellerCountry } = parseOperator();
  const { hasGoogle, opensGptLinks, hasQqPicture, isDemo } = parseOperator();
  return {
    supportEmail: textOrNull(supportEmail),
    communityUrl: textOrNull(communityUrl),
    socialUrls: Array.isArray(socialUrls) ? socialUrls.map(String) : [],
    seller: textOrNull(seller),
    sellerCountry: textOrNull(sellerCountry),
    hasGoogle: hasGoogle === true,
    opensGptLinks: opensGptLinks === true,
    hasQqPicture: hasQqPicture === true,
    isDemo: isDemo === true,
  };
}

function parseOperator(): Record<string, unknown> {
  try {
    return JSON.parse(process.env['OPERATOR_JSON'] || '{}') as Record<string, unknown>;
  } catch {
    throw new Error('OPERATOR_JSON is not JSON');
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
