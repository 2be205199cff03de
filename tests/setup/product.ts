import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hasFastContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { freePort, startServerProcess } from './process.ts';
import { TestBrowser } from './testBrowser.ts';

export type Product = {
  url: string;
  /** Where the development mailbox shows itself; `undefined` for a server that was given by its address. */
  mailboxUrl: string | undefined;
  /** `undefined` for a server that was given by its address. */
  dataDir: string | undefined;
  close(): Promise<void>;
};

/**
 * The whole product as `npm start` runs it, with its starter catalogue published, in a data folder of its own; with
 * these arguments, such as `--demo`.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  commandLine: readonly string[] = [],
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-product-'));
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(dataDir, 0o711);
  const mailboxPort = await freePort();
  const variables = {
    DATA_DIR: dataDir,
    MAILBOX_PORT: String(mailboxPort),
    PUBLISH_AT_START: 'yes',
    SEARCH_AT_START: 'yes',
    DRAIN_SECONDS: '1',
    ...environment,
  };
  const server = await startServerProcess(await freePort(), variables, commandLine);
  const endWithUs = () => server.child.kill('SIGTERM');
  process.once('exit', endWithUs);
  return {
    url: server.url,
    mailboxUrl: `http://127.0.0.1:${mailboxPort}/`,
    dataDir,
    close: async () => {
      process.off('exit', endWithUs);
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** More than twice the time of the starter catalogue on a slow machine. */
const compressionMinutes = 30;

type ProductOptions = {
  /** Address of a server that runs already, and of its mailbox. */
  url: string | undefined;
  mailboxUrl?: string | undefined;
  environment?: Record<string, string>;
  commandLine?: readonly string[];
  progress: (line: string) => void;
};

/** The product at `url`, or one of our own for the time of `work`. An interrupted run stops it as well. */
export async function withProduct<Result>(
  { url, mailboxUrl, environment, commandLine, progress }: ProductOptions,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  if (url !== undefined) {
    const running = { url: url.replace(/\/+$/, ''), mailboxUrl, dataDir: undefined };
    return work({ ...running, close: async () => {} });
  }
  progress('Starting the product and publishing its site');
  const product = await startProduct(environment, commandLine);
  try {
    return await work(product);
  } finally {
    await product.close();
  }
}

/** Waits until the idle product has compressed all pages again, as they are served from then on. */
export async function untilCompressedAgain({ dataDir }: Product): Promise<void> {
  if (dataDir === undefined) return;
  const signal = AbortSignal.timeout(compressionMinutes * 60_000);
  while (await hasFastContents(siteFolder(dataDir))) await setTimeout(500, undefined, { signal });
}

/** So that sessions have a device to show. */
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs a user in with the code from the development mailbox. Returns the cookies that a browser needs. */
export async function signInByMail(
  { url, mailboxUrl }: Pick<Product, 'url' | 'mailboxUrl'>,
  email: string,
): Promise<{ name: string; value: string; url: string }[]> {
  if (mailboxUrl === undefined) throw new Error('Signing in needs the mailbox of a server of ours');
  const browser = new TestBrowser(url, { 'user-agent': firefox });
  await browser.get(`/api/login/email?${new URLSearchParams({ email }).toString()}`);
  const latest = new URL('latest.json', mailboxUrl);
  latest.searchParams.set('to', email);
  const mail = (await (await fetch(latest)).json()) as {
    text: string;
  };
  const code = /^\d{4}$/m.exec(mail.text)?.[0] ?? '';
  const path = `/api/login/email?${new URLSearchParams({ email, code }).toString()}`;
  const { status, text } = await browser.post(path);
  if (status !== 200) throw new Error(`Signing ${email} in was answered with ${status}: ${text}`);
  return ['session', 'user_id'].map((name) => ({ name, value: browser.cookie(name) ?? '', url }));
}
