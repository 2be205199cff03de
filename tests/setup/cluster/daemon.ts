import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

const running = new Set<Daemon>();

// Also after a failure, and after Ctrl-C.
process.once('exit', () => {
  for (const daemon of running) daemon.killNow();
});

type Program = {
  path: string;
  args: readonly string[];
  /** File of everything that it prints. */
  log: string;
  user?: { uid: number; gid: number } | undefined;
  /** Processes that it started and that do not end with it. */
  others?: () => readonly number[];
};

/** A program that can be killed as a machine loses its power, and started again. */
export class Daemon {
  readonly #program: Program;
  #child: ChildProcess | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  start(): void {
    const { path, args, log, user } = this.#program;
    const output = openSync(log, 'a');
    this.#child = spawn(path, args, {
      ...user,
      stdio: ['ignore', output, output],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: '/nonexistent' },
    });
    this.#child.on('error', () => undefined);
    running.add(this);
  }

  get hasEnded(): boolean {
    return (
      this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
    );
  }

  /** `kill -9` for it and for the processes that it started. */
  killNow(): void {
    running.delete(this);
    const others = this.#program.others?.() ?? [];
    if (!this.hasEnded) this.#child?.kill('SIGKILL');
    for (const pid of others) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  async kill(): Promise<void> {
    const ended = this.hasEnded || !this.#child ? undefined : once(this.#child, 'exit');
    this.killNow();
    await ended;
  }
}
