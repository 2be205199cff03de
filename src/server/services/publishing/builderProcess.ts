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

/**
 * For a build of what changed. With twice the young generation (in MB) and V8's own growth, hiding one of 10,000 GPTs
 * took 1.3 to 1.4 GB instead of 1.04 GB, and was not faster.
 */
const usualOptions = ['--heap-growing-percent=60', '--max-semi-space-size=32'];

/**
 * A full build needs much memory. By default V8 lets its heap grow fourfold between collections, and each thread keeps
 * memory that it freed. With these options the build of 127,000 pages takes 1.23 GB instead of 1.55 GB with 80 percent
 * and twice the young generation. The buffers of pages and pictures are reused (up to the thresholds, in bytes), because
 * returning them to the system and clearing them took a tenth of the time.
 */
const lowMemoryFlags = {
  options: ['--heap-growing-percent=40', '--max-semi-space-size=16'],
  environment: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: String(32 * 1_024 * 1_024),
    MALLOC_TRIM_THRESHOLD_: String(64 * 1_024 * 1_024),
  },
} as const;

/** The builder strips types from published modules, which Node calls experimental. */
const quietOptions = ['--disable-warning=ExperimentalWarning'];

/**
 * A build without a message for so long is considered hanging. The total time depends on the catalogue; bundling, the
 * longest step without messages, takes 10 minutes at most.
 */
const silenceMinutes = 15;
const outputCharacters = 4_000;

/** Environment variables that the build gets: none of the server's secrets. */
const passedVariables = [
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
  /** The folder with `astro.config.mjs` and the code of the pages. */
  project: string;
  config: SiteConfig;
  signal?: AbortSignal | undefined;
  /** The build is killed after so many milliseconds without a message. Default: 15 minutes. */
  silenceMilliseconds?: number;
};

export type BuildListeners = {
  report: (step: BuildStep) => void;
  say: (line: string) => void;
  release: (outcome: BuildOutcome) => Promise<void>;
};

/**
 * Builds a release in a process of its own, which ends with this one. It starts loading its code immediately, while the
 * publisher still checks whether there is anything to build.
 */
export class Builder {
  readonly #child: ChildProcess;
  readonly #end: Promise<number | string>;
  readonly #signal: AbortSignal | undefined;
  readonly #silenceMilliseconds: number;
  #silence: NodeJS.Timeout | undefined;
  #isSilent = false;
  #output = '';
  /** The reason of a failure, if the process reported one, possibly before `build` was called. */
  #reason: string | undefined;

  private constructor(
    child: ChildProcess,
    { signal, silenceMilliseconds = silenceMinutes * 60_000 }: BuilderInput,
  ) {
    this.#child = child;
    this.#signal = signal;
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#end = endOf(child).finally(() => clearTimeout(this.#silence));
    this.#end.catch(() => undefined);
    this.#restartTimer();
    child.on('message', (message: BuildMessage) => {
      this.#restartTimer();
      if (message.kind === 'failed') this.#reason = message.reason;
    });
    const take = (text: string) => {
      this.#output = (this.#output + text).slice(-outputCharacters);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
  }

  static async start(input: BuilderInput): Promise<Builder> {
    const { job, project, config, signal } = input;
    const isFullBuild = job.full || (await currentRelease(job.site)) === undefined;
    const child = fork(join(project, 'src/builder/main.ts'), {
      cwd: project,
      env: {
        ...environmentOf(job, project, config),
        ...(isFullBuild ? lowMemoryFlags.environment : {}),
      },
      execArgv: [...(isFullBuild ? lowMemoryFlags.options : usualOptions), ...quietOptions],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
    return new Builder(child, input);
  }

  /**
   * Builds the release and serves it; then the process deletes files that only old releases use. Throws the reason,
   * with the end of the process's output, when the build fails or hangs; errors after the release is served are only
   * reported.
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
          () => send(child, { kind: 'switched' }),
          (error: unknown) => {
            child.kill();
            return error;
          },
        );
      }
    });
    send(child, { kind: 'begin' });
    const end = await this.#end;
    // Also if the process has ended: no work may continue after this function.
    const failure = await releasing;
    if (failure !== undefined) {
      throw new Error(`Switching to the release failed: ${sentenceOf(failure)}`, {
        cause: failure,
      });
    }
    if (outcome === undefined) throw this.#failureOf(end);
    if (end !== 0)
      say(
        `Old releases were not cleaned up, which the next one does: ${this.#reason ?? describeEnd(end)}`,
      );
    return outcome;
  }

  /** Kills the process if it is still running, and waits for its end. */
  async dismiss(): Promise<void> {
    this.#child.kill();
    await this.#end.catch(() => undefined);
  }

  #restartTimer(): void {
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
    const printed =
      this.#output.trim() === '' ? '' : `\nThe end of what it printed:\n${this.#output}`;
    return new Error(
      `Building the site failed: ${this.#reason ?? late ?? describeEnd(end)}${printed}`,
    );
  }
}

/** Returns the exit code or signal, after all messages and output. Throws if the process cannot start. */
async function endOf(child: ChildProcess): Promise<number | string> {
  const disconnected = new Promise<void>((resolve) => {
    child.on('disconnect', resolve);
  });
  const end = await new Promise<string | number>((resolve, reject) => {
    child.on('error', (error) => {
      // An abort kills the process, which is handled as its end.
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown signal'));
  });
  await disconnected;
  return end;
}

function describeEnd(end: number | string): string {
  if (end === 'SIGKILL') return 'its process was killed, which systems do when memory runs out';
  return `its process ended with ${end}`;
}

/** Sends a message unless the process has ended. */
function send(child: ChildProcess, message: BuildOrder): void {
  if (child.connected) child.send(message, () => undefined);
}

function environmentOf(job: BuildJob, project: string, config: SiteConfig): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const name of passedVariables) environment[name] = process.env[name];
  return {
    ...environment,
    NODE_ENV: 'production',
    NO_COLOR: '1',
    ...siteEnvironment(config),
    SOURCE_FOLDER: join(project, 'src'),
    BUILD_JOB: JSON.stringify(job),
  };
}
