import type { Browser } from 'playwright';
import { postPath } from '#domain/blog/blogPaths.ts';
import { defaultGptId } from '#domain/gpts/gpts.ts';
import { gptPath, homePath } from '#domain/gpts/gptPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { launchChromium } from '../setup/chromium.ts';
import { type Product, signInByMail, untilCompressedAgain } from '../setup/product.ts';
import { serveBlogPost } from './blogPost.ts';
import { type Cookies, type PageMeasurement, measurePage } from './measurePage.ts';
import { type TouchMeasurement, measureTouch } from './measureTouch.ts';
import { type Profile, profiles } from './profiles.ts';

export type BenchPage = {
  name: string;
  path: string;
  /** `information`: shown, but bound by no budget. */
  kind: 'budgeted' | 'information' | 'reference';
};

export type PageResult = BenchPage & {
  profile: Profile['name'];
  runs: PageMeasurement[];
  /** Layout shift of the same page for a signed-in user; `undefined` without one. */
  signedIn: Pick<PageMeasurement, 'cumulativeLayoutShift' | 'shifted'> | undefined;
  touch: TouchMeasurement | undefined;
};

export const pages: readonly BenchPage[] = [
  { name: 'home', path: homePath('en'), kind: 'budgeted' },
  { name: 'gpt', path: gptPath('en', defaultGptId), kind: 'budgeted' },
  { name: 'ranking', path: rankingPath('en', 'all'), kind: 'budgeted' },
  { name: 'pricing', path: pricingPath('en'), kind: 'information' },
  { name: 'post', path: postPath('en', 'from-advert-to-interview'), kind: 'information' },
  { name: '404', path: `${homePath('en')}/no-such-page`, kind: 'information' },
];

type Options = {
  /** Loads of each page in each profile. */
  runs: number;
  progress: (line: string) => void;
};

/**
 * Measures every page in every profile, and a plain blog post for comparison. Runs take turns, so that noise hits all.
 */
export async function benchPages(product: Product, options: Options): Promise<PageResult[]> {
  options.progress('Waiting until pages are as small as they are served when the server is idle');
  await untilCompressedAgain(product);
  const browser = await launchChromium();
  const post = await serveBlogPost();
  const reference: BenchPage = { name: 'blog post', path: post.url, kind: 'reference' };
  try {
    const cookies = await cookiesOf(product);
    const results = profiles.flatMap((profile) =>
      [...pages, reference].map((page) => emptyResult(page, profile)),
    );
    for (let run = 1; run <= options.runs; run += 1) {
      options.progress(`Run ${run} of ${options.runs}`);
      for (const result of results) result.runs.push(await measureOne(browser, product, result));
    }
    options.progress('Signed in, and after a click on Sign');
    for (const result of results) {
      if (result.kind !== 'reference') await addOnce(browser, product, result, cookies);
    }
    return results;
  } finally {
    post.close();
    await browser.close();
  }
}

function emptyResult(page: BenchPage, { name }: Profile): PageResult {
  return { ...page, profile: name, runs: [], signedIn: undefined, touch: undefined };
}

function measureOne(
  browser: Browser,
  product: Product,
  result: PageResult,
): Promise<PageMeasurement> {
  return measurePage(browser, profileOf(result), new URL(result.path, product.url).href);
}

async function addOnce(
  browser: Browser,
  product: Product,
  result: PageResult,
  cookies: Cookies | undefined,
): Promise<void> {
  const profile = profileOf(result);
  const url = new URL(result.path, product.url).href;
  result.touch = await measureTouch(browser, profile, url);
  if (cookies) result.signedIn = await measurePage(browser, profile, url, cookies);
}

async function cookiesOf(product: Product): Promise<Cookies | undefined> {
  return product.mailboxUrl ? signInByMail(product, 'bench@example.org') : undefined;
}

function profileOf({ profile }: PageResult): Profile {
  const found = profiles.find(({ name }) => name === profile);
  if (!found) throw new Error(`There is no profile ${profile}`);
  return found;
}
