import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config.ts';

/** What of the configuration stands in pages. */
export type SiteConfig = Pick<Config, 'publicUrl' | 'operator' | 'startingCredits'>;

export type RenderInput = {
  config: SiteConfig;
  snapshotFile: string;
  /** The folder that receives the site. */
  outFolder: string;
  cacheFolder: string;
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

const timeLimitMinutes = 20;
const keptOutputCharacters = 4_000;
const progressMilliseconds = 2_000;

/** What of the environment the renderer needs; secrets of the server are none of its business. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS', 'BLOG_FOLDER'];

/**
 * Renders the whole site with Astro in a process of its own, which ends with this one. Answers the number of pages.
 * Throws with the end of Astro’s output when it fails or takes longer than 20 minutes.
 */
export async function renderSite(input: RenderInput): Promise<number> {
  const output = new Output(input.progress);
  const child = fork(fileURLToPath(new URL('astroBuild.ts', import.meta.url)), {
    cwd: projectFolder(),
    env: environmentOf(input),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    timeout: timeLimitMinutes * 60_000,
    signal: input.signal,
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.take(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => output.take(text));
  let reason = '';
  child.on('message', (message: { reason: string }) => {
    reason = message.reason;
  });
  const end = await new Promise<string | number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
  }).finally(() => output.close());
  if (end === 0) return output.pages;
  if (end === 'SIGKILL') reason = `it did not end within ${timeLimitMinutes} minutes`;
  throw new Error(
    `Rendering the site failed: ${reason || `the renderer ended with ${end}`}\n` +
      `The end of what it printed:\n${output.text}`,
  );
}

/** The folder that holds `astro.config.mjs`. */
export function projectFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url));
}

/** The configuration as the pages read it (`src/catalog/frame.ts`). */
export function siteEnvironment(config: SiteConfig): { SITE_URL: string; OPERATOR_JSON: string } {
  const { publicUrl, startingCredits } = config;
  const { qqPicture, ...operator } = config.operator;
  // Pages say that there is a picture; where it lies on this machine is nobody’s business.
  const said = { ...operator, hasQqPicture: qqPicture !== undefined, startingCredits };
  return { SITE_URL: publicUrl, OPERATOR_JSON: JSON.stringify(said) };
}

function environmentOf({
  config,
  snapshotFile,
  outFolder,
  cacheFolder,
}: RenderInput): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const name of passedOn) environment[name] = process.env[name];
  return {
    ...environment,
    NODE_ENV: 'production',
    NO_COLOR: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    SNAPSHOT_FILE: snapshotFile,
    ...siteEnvironment(config),
    OUT_FOLDER: outFolder,
    CACHE_FOLDER: cacheFolder,
  };
}

/** Keeps the end of what the renderer prints, and counts the pages in it for progress lines. */
class Output {
  text = '';
  pages = 0;
  #line = '';
  readonly #timer: NodeJS.Timeout;

  constructor(progress: (line: string) => void) {
    let told = 0;
    this.#timer = setInterval(() => {
      if (this.pages !== told) progress(`Rendered ${this.pages} pages`);
      told = this.pages;
    }, progressMilliseconds);
  }

  take(text: string): void {
    this.text = (this.text + text).slice(-keptOutputCharacters);
    const lines = (this.#line + text).split('\n');
    this.#line = (lines.pop() ?? '').slice(-1_000);
    // Astro prints a line for each page that it has rendered: `  ├─ /en.html (+3ms)`.
    this.pages += lines.filter((line) => /─ \/.*\(\+/.test(line)).length;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
