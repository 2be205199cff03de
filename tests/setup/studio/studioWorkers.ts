import { type WorkerProcess, startWorkerProcess } from '../process.ts';

/** Real workers, each of which can be killed at any moment and is followed by another one. */
export class StudioWorkers {
  readonly #environment: Record<string, string>;
  /** Called between the end of one and the start of the next. */
  readonly #afterKill: () => Promise<void>;
  readonly #starting: Promise<WorkerProcess>[];
  readonly #running: (WorkerProcess | undefined)[];
  kills = 0;

  constructor(environment: Record<string, string>, count: number, afterKill: () => Promise<void>) {
    this.#environment = environment;
    this.#afterKill = afterKill;
    this.#running = Array.from({ length: count }, () => undefined);
    this.#starting = this.#running.map((_, index) => this.#start(index));
  }

  /** Waits until all of them run. */
  async ready(): Promise<void> {
    await Promise.all(this.#starting);
  }

  /** Everything that the present ones printed. */
  get output(): string {
    return this.#running.map((worker) => worker?.output()).join('\n');
  }

  /** `kill -9`, and another start; nothing while one is starting. */
  kill(index = 0): void {
    const killed = this.#running[index];
    if (!killed) return;
    this.kills += 1;
    this.#running[index] = undefined;
    killed.child.kill('SIGKILL');
    const next = killed
      .end('SIGKILL')
      .then(() => this.#afterKill())
      .then(() => this.#start(index));
    next.catch(() => undefined);
    this.#starting[index] = next;
  }

  async close(): Promise<void> {
    const workers = await Promise.all(this.#starting);
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  }

  async #start(index: number): Promise<WorkerProcess> {
    const worker = await startWorkerProcess(this.#environment);
    this.#running[index] = worker;
    return worker;
  }
}
