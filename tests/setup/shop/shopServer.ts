import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, freePort, startServerProcess } from '../process.ts';

const clock = fileURLToPath(new URL('movableClock.mjs', import.meta.url));

/** How often a call is tried while the server starts again. */
const mostTries = 200;

/** The real server as a process that can be killed at any moment, starts again by itself, and whose clock can be moved. */
export class ShopServer {
  readonly #port: number;
  readonly #clockPort: number;
  readonly #environment: Record<string, string>;
  #ahead = 0;
  #process: ServerProcess | undefined;
  #running: Promise<ServerProcess>;
  kills = 0;

  private constructor(port: number, clockPort: number, environment: Record<string, string>) {
    this.#port = port;
    this.#clockPort = clockPort;
    this.#environment = environment;
    this.#running = this.#start();
  }

  static async start(environment: Record<string, string>): Promise<ShopServer> {
    const server = new ShopServer(await freePort(), await freePort(), environment);
    await server.#running;
    return server;
  }

  /** Seconds that its clock is ahead of the machine's. */
  get ahead(): number {
    return this.#ahead;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Everything that the process printed since its last start. */
  get output(): string {
    return this.#process?.output() ?? '';
  }

  /** `kill -9`, and another start. */
  readonly kill = (): void => {
    const killed = this.#process;
    if (!killed) return;
    this.kills += 1;
    this.#process = undefined;
    killed.child.kill('SIGKILL');
    this.#running = killed.end('SIGKILL').then(() => this.#start());
    this.#running.catch(() => undefined);
  };

  /** Calls the server, again after each kill until it answers. */
  async fetch(path: string, request: RequestInit = {}): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const { url } = await this.#running;
      try {
        return await fetch(`${url}${path}`, { redirect: 'manual', ...request });
      } catch (error) {
        if (tries >= mostTries) throw error;
        await pause(25);
      }
    }
  }

  async advance(seconds: number): Promise<void> {
    this.#ahead += seconds;
    await this.#running;
    await fetch(`http://127.0.0.1:${this.#clockPort}/${this.#ahead}`);
  }

  async close(): Promise<void> {
    const running = await this.#running;
    await running.end('SIGKILL');
  }

  async #start(): Promise<ServerProcess> {
    const started = await startServerProcess(this.#port, {
      ...this.#environment,
      NODE_OPTIONS: `--import=${clock}`,
      CLOCK_PORT: String(this.#clockPort),
      CLOCK_AHEAD: String(this.#ahead),
    });
    this.#process = started;
    return started;
  }
}
