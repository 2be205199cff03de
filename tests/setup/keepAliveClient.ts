import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

export type RawAnswer = { status: number; headers: Headers; body: string };

/** A client that writes requests byte for byte on one connection, as a balancer with kept connections does. */
export class KeepAliveClient {
  readonly #socket: Socket;
  #received = '';
  #hasEnded = false;
  #error: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => (this.#received += chunk.toString('latin1')));
    socket.on('error', (error) => (this.#error = error));
    socket.on('end', () => (this.#hasEnded = true));
    socket.on('close', () => (this.#hasEnded = true));
  }

  static async open(url: string): Promise<KeepAliveClient> {
    const { hostname, port } = new URL(url);
    // A server that announces the end of the connection may do so while this side still writes.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new KeepAliveClient(socket);
  }

  /** Writes, and waits until the system took it or the connection is gone. */
  async write(bytes: string | Buffer): Promise<void> {
    if (this.#socket.destroyed || this.#socket.write(bytes)) return;
    await Promise.race([once(this.#socket, 'drain'), once(this.#socket, 'close')]);
  }

  /** The next answer, whole. Throws when the connection ends before. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#cutAnswer();
      if (answer) return answer;
      if (this.#hasEnded) throw this.#error ?? new Error(`It ended after: ${this.#received}`);
      await this.#news();
    }
  }

  /** Waits for the end of the connection. Returns what broke it, if it did not end well. */
  async end(): Promise<Error | undefined> {
    while (!this.#hasEnded) await this.#news();
    this.#socket.destroy();
    return this.#error;
  }

  close(): void {
    this.#socket.destroy();
  }

  #news(): Promise<unknown> {
    const wake = Promise.withResolvers<void>();
    for (const name of ['data', 'end', 'close']) this.#socket.once(name, wake.resolve);
    return wake.promise;
  }

  #cutAnswer(): RawAnswer | undefined {
    const [head = '', ...rest] = this.#received.split('\r\n\r\n');
    if (rest.length === 0) return undefined;
    const [first = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
    const start = head.length + 4;
    const end = start + Number(headers.get('content-length'));
    if (this.#received.length < end) return undefined;
    const body = this.#received.slice(start, end);
    this.#received = this.#received.slice(end);
    return { status: Number(first.split(' ')[1]), headers, body };
  }
}
