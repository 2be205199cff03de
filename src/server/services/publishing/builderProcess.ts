import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type SiteConfig, siteEnvironment } from '#server/services/publishing/siteConfig.ts';
import { sentenceOf } from '#server/errors.ts';
import { currentRelease } from '#release/manifest.ts';
import type {
  BuildJob,
  BuildMessage,
  BuildOrder,
  BuildOutcome,
  BuildStep,
} from '#release/builderProtocol.ts';

/** Room for young objects, in MB: most of what is read of the release before stays until the end and need not be copied about. */
const youngMegabytes = 64;

/**
 * Where everything is made anew, memory is short. V8 would let it grow fourfold before it looks for what is not needed
 * any more, and the C library keep what compressing and drawing gave back: together that takes half as much again, for a
 * tenth of the time.
 */
const lowMemoryFlags = {
  options: ['--heap-growing-percent=80'],
  environment: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '262144',
    MALLOC_TRIM_THRESHOLD_: '262144',
  },
} as const;
/**
 * A build that tells nothing for so long hangs. How long it takes as a whole depends on the catalogue; bundling, which
 * tells nothing, takes 10 minutes at most.
 */
const silentMinutes = 15;
const keptOutputCharacters = 4_000;

/** The variables of the environment that the build needs; it gets none of the server's secrets. */
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'BLOG_FOLDER',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
];

export type BuilderInput = {
  job: BuildJob;
  /** The folder that holds `astro.config.mjs` and the code of the pages. */
  project: string;
  config: SiteConfig;
  signal?: AbortSignal | undefined;
  /** After so many milliseconds without a sign of it, the build is ended; 15 minutes. */
  silenceMilliseconds?: number;
};

export type BuildListeners = {
  report: (step: BuildStep) => void;
  /** Takes what does not stop the publish. */
  say: (line: string) => void;
  /** Serves what was built. */
  release: (outcome: BuildOutcome) => Promise<void>;
};

/**
 * Builds a release in a process of its own, which ends with this one. It begins to load what every build needs as soon
 * as it is started, while its publisher still finds out whether there is anything to build.
 */
export class Builder {
  readonly #child: ChildProcess;
  readonly #end: Promise<number | string>;
  readonly #signal: AbortSignal | undefined;
  readonly #silenceMilliseconds: number;
  #silence: NodeJS.Timeout | undefined;
  #isSilent = false;
  #output = '';
  /** Why it failed, where it says so: perhaps before anybody waits for it. */
  #reason: string | undefined;

  private constructor(
    child: ChildProcess,
    { signal, silenceMilliseconds = silentMinutes * 60_000 }: BuilderInput,
  ) {
    this.#child = child;
    this.#signal = signal;
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#end = endOf(child).finally(() => clearTimeout(this.#silence));
    this.#end.catch(() => undefined);
    this.#listen();
    child.on('message', (message: BuildMessage) => {
      this.#listen();
      if (message.kind === 'failed') this.#reason = message.reason;
    });
    const take = (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutputCharacters);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
  }

  static async start(input: BuilderInput): Promise<Builder> {
    const { job, project, config, signal } = input;
    const isAnew = job.full || (await currentRelease(job.site)) === undefined;
    const child = fork(join(project, 'src/builder/main.ts'), {
      cwd: project,
      env: {
        ...environmentOf(job, project, config),
        ...(isAnew ? lowMemoryFlags.environment : {}),
      },
      execArgv: isAnew ? [...lowMemoryFlags.options] : [`--max-semi-space-size=${youngMegabytes}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
    return new Builder(child, input);
  }

  /**
   * Builds the release and serves it; then what only old releases named is removed. Throws with the reason, and the end
   * of what the process printed, when it fails or falls silent; not any more once the release is served.
   */
  async build({ report, say, release }: BuildListeners): Promise<BuildOutcome> {
    const child = this.#child;
    let outcome: BuildOutcome | undefined;
    let releasing: Promise<unknown> = Promise.resolve();
    child.on('message', (message: BuildMessage) => {
      if (message.kind === 'step') report(message.step);
      else if (message.kind === 'note') say(message.text);
      else if (message.kind === 'end') {
        outcome = message.outcome;
        releasing = release(outcome).then(
          () => tell(child, { kind: 'switched' }),
          (error: unknown) => {
            child.kill();
            return error;
          },
        );
      }
    });
    tell(child, { kind: 'begin' });
    const end = await this.#end;
    // Also where the process is gone: nothing may go on when this function has ended.
    const failure = await releasing;
    if (failure !== undefined) {
      throw new Error(`Switching to the release failed: ${sentenceOf(failure)}`, {
        cause: failure,
      });
    }
    if (outcome === undefined) throw this.#failureOf(end);
    if (end !== 0)
      say(
        `Old releases were not cleaned up, which the next one does: ${this.#reason ?? sayEnd(end)}`,
      );
    return outcome;
  }

  /** Ends the process where it has not ended, and waits for that. */
  async dismiss(): Promise<void> {
    this.#child.kill();
    await this.#end.catch(() => undefined);
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#isSilent = true;
      this.#child.kill('SIGKILL');
    }, this.#silenceMilliseconds);
  }

  #failureOf(end: number | string): Error {
    if (this.#signal?.aborted)
      return new Error('Building the site was broken off', { cause: this.#signal.reason });
    const late = this.#isSilent ? 'it fell silent, and was ended' : undefined;
    return new Error(
      `Building the site failed: ${this.#reason ?? late ?? sayEnd(end)}\nThe end of what it printed:\n${this.#output}`,
    );
  }
}

/** The exit code of a process or the signal that ended it, after all its messages and output. Throws where it cannot start. */
async function endOf(child: ChildProcess): Promise<number | string> {
  const heard = new Promise<void>((resolve) => {
    child.on('disconnect', resolve);
  });
  const end = await new Promise<string | number>((resolve, reject) => {
    child.on('error', (error) => {
      // An abort kills it, which is its end.
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown signal'));
  });
  await heard;
  return end;
}

function sayEnd(end: number | string): string {
  if (end === 'SIGKILL') return 'its process was killed, which systems do when memory runs out';
  return `its process ended with ${end}`;
}

/** It may have been killed meanwhile. */
function tell(child: ChildProcess, message: BuildOrder): void {
  if (child.connected) child.send(message, () => undefined);
}

function environmentOf(job: BuildJob, project: string, config: SiteConfig): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const name of passedOn) environment[name] = process.env[name];
  return {
    ...environment,
    NODE_ENV: 'production',
    NO_COLOR: '1',
    ...siteEnvironment(config),
    SOURCE_FOLDER: join(project, 'src'),
    BUILD_JOB: JSON.stringify(job),
  };
}
