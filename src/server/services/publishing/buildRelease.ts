import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { type MessagesConfig, messagesFolder } from '#server/services/messages/folder.ts';
import type {
  BuildAnswer,
  BuildJob,
  BuildMessage,
  BuildOutcome,
  BuildStep,
} from '#site/buildJob.ts';

/** What of the configuration stands in pages. */
export type SiteConfig = Pick<Config, 'publicUrl' | 'operator' | 'startingCredits'> &
  MessagesConfig;

const timeLimitMinutes = 30;
const keptOutputCharacters = 4_000;

/** What of the environment the build needs; secrets of the server are none of its business. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS', 'BLOG_FOLDER'];

export type BuildInput = {
  job: BuildJob;
  config: SiteConfig;
  report: (step: BuildStep) => void;
  /** Serves what was built. */
  release: (outcome: BuildOutcome) => Promise<void>;
  signal?: AbortSignal | undefined;
};

/**
 * Builds a release in a process of its own, which ends with this one, and serves it; then what only old releases named
 * is removed. Throws with the reason, and the end of what the process printed, when it fails or takes longer than 30
 * minutes.
 */
export async function buildRelease(input: BuildInput): Promise<BuildOutcome> {
  const { job, config, report, release, signal } = input;
  const child = fork(join(projectFolder(), 'src/build/main.ts'), {
    cwd: projectFolder(),
    env: environmentOf(job, config),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    timeout: timeLimitMinutes * 60_000,
    ...(signal ? { signal } : {}),
  });
  let output = '';
  const take = (text: string) => {
    output = (output + text).slice(-keptOutputCharacters);
  };
  child.stdout?.setEncoding('utf8').on('data', take);
  child.stderr?.setEncoding('utf8').on('data', take);
  let outcome: BuildOutcome | undefined;
  let reason: string | undefined;
  let releasing: Promise<void> = Promise.resolve();
  child.on('message', (message: BuildMessage) => {
    if (message.kind === 'step') report(message.step);
    else if (message.kind === 'failed') reason = message.reason;
    else {
      outcome = message.outcome;
      releasing = release(outcome).then(() => {
        child.send({ kind: 'switched' } satisfies BuildAnswer);
      });
      releasing.catch(() => child.kill());
    }
  });
  const end = await new Promise<string | number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown signal'));
  });
  await releasing;
  if (end === 0 && outcome) return outcome;
  if (end === 'SIGKILL') reason ??= `it did not end within ${timeLimitMinutes} minutes`;
  throw new Error(
    `Building the site failed: ${reason ?? `the process ended with ${end}`}\n` +
      `The end of what it printed:\n${output}`,
  );
}

/** The folder that holds `astro.config.mjs`. */
export function projectFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url));
}

/** The configuration as the pages read it (`src/catalog/frame.ts`). */
export function siteEnvironment(config: SiteConfig): Readonly<Record<string, string>> {
  const { publicUrl, startingCredits } = config;
  const { qqPicture, ...operator } = config.operator;
  // Pages say that there is a picture; where it lies on this machine is nobody’s business.
  const said = { ...operator, hasQqPicture: qqPicture !== undefined, startingCredits };
  return {
    SITE_URL: publicUrl,
    OPERATOR_JSON: JSON.stringify(said),
    MESSAGES_FOLDER: messagesFolder(config),
  };
}

function environmentOf(job: BuildJob, config: SiteConfig): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const name of passedOn) environment[name] = process.env[name];
  return {
    ...environment,
    NODE_ENV: 'production',
    NO_COLOR: '1',
    ...siteEnvironment(config),
    BUILD_JOB: JSON.stringify(job),
  };
}
