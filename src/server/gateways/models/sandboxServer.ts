import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { estimateTokens } from '#domain/models.ts';
import { closeServer, listenOnLoopback, readBody } from '#server/gateways/loopbackServer.ts';
import type { SandboxQuestion } from '#server/gateways/models/sandboxAnswer.ts';
import {
  type FinishReason,
  sandboxScript,
  type SandboxStep,
} from '#server/gateways/models/sandboxScript.ts';

export type Usage = { input: number; output: number };

/** One answer in a wire protocol's words; each function gives the bytes of one thing that is said. */
export type Frames = {
  open(): string;
  text(text: string): string;
  error(): string;
  finish(reason: FinishReason, usage: Usage | undefined): string;
  /** The last bytes, after a finish. */
  end(): string;
};

/** How a provider's wire protocol looks; the script says what is said in it. */
export type Framing = {
  /** Path that questions are posted to. */
  path: string;
  /** The question in a request's body, or `undefined` when the body holds none. */
  read(body: unknown): SandboxQuestion | undefined;
  frames(question: SandboxQuestion): Frames;
  failure(status: number, message: string): unknown;
};

/** A model as the list of models has it. */
export type ListedModel = { id: string; shutdown_date?: string | number | null };

export type SandboxServer = {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** Questions that are being answered now. */
  running(): number;
  /** Questions that were asked so far. */
  asked(): number;
  /** Connections that were opened so far. */
  connections(): number;
  close(): Promise<void>;
};

/** The largest request: files in base64, with a long conversation. */
const bodyMaxBytes = 64_000_000;
const longestTimer = 2_147_483_647;

/** Starts an upstream on loopback that plays the sandbox's script in a wire protocol. */
export async function startSandboxServer(
  framing: Framing,
  options: { port?: number | undefined; models: readonly ListedModel[] },
): Promise<SandboxServer> {
  let running = 0;
  let asked = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    running += 1;
    asked += 1;
    answer(framing, options.models, request, response)
      .catch(() => response.destroy())
      .finally(() => (running -= 1));
  });
  server.on('connection', () => (connections += 1));
  const port = await listenOnLoopback(server, options.port ?? 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    running: () => running,
    asked: () => asked,
    connections: () => connections,
    close: () => closeServer(server),
  };
}

async function answer(
  framing: Framing,
  models: readonly ListedModel[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0];
  if (request.method === 'GET' && path?.endsWith('/v1/models')) {
    return sendJson(response, 200, modelList(models));
  }
  if (request.method !== 'POST' || path !== framing.path) {
    return sendJson(response, 404, framing.failure(404, 'The sandbox knows no such path'));
  }
  const body = await readJson(request);
  const question = framing.read(body);
  if (!question) {
    const rule =
      'The body must be JSON with a model, messages that end with the user and stream true';
    return sendJson(response, 400, framing.failure(400, rule));
  }
  await new Player(framing, question, request, response).play();
}

/** Plays a script to one caller, until its end or until the caller leaves. */
class Player {
  readonly #framing: Framing;
  readonly #frames: Frames;
  readonly #question: SandboxQuestion;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #left = new AbortController();
  #output = '';

  constructor(
    framing: Framing,
    question: SandboxQuestion,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#framing = framing;
    this.#frames = framing.frames(question);
    this.#question = question;
    this.#request = request;
    this.#response = response;
    response.once('close', () => this.#left.abort());
  }

  async play(): Promise<void> {
    try {
      let finished = false;
      for (const step of sandboxScript(this.#question)) {
        if (this.#left.signal.aborted) return;
        await this.#do(step);
        if (step.do === 'destroy' || step.do === 'status') return;
        if (step.do === 'finish') finished = true;
      }
      this.#response.end(finished ? this.#frames.end() : undefined);
    } catch (error) {
      if (!this.#left.signal.aborted) throw error;
    }
  }

  async #do(step: SandboxStep): Promise<void> {
    switch (step.do) {
      case 'wait':
        return sleep(Math.min(step.milliseconds, longestTimer), undefined, {
          signal: this.#left.signal,
        });
      case 'status':
        return this.#refuse(step.status);
      case 'open':
        this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
        return this.#write(this.#frames.open());
      case 'text':
        this.#output += step.text;
        return this.#write(this.#frames.text(step.text));
      case 'raw':
        return this.#write(step.bytes);
      case 'error':
        return this.#write(this.#frames.error());
      case 'finish':
        return this.#write(
          this.#frames.finish(step.reason, step.usage ? this.#usage() : undefined),
        );
      case 'end':
        return this.#write(this.#frames.end());
      case 'destroy':
        // After what was written: a cut comes behind the words before it.
        this.#request.socket.destroySoon();
        return;
    }
  }

  async #write(bytes: string): Promise<void> {
    if (this.#response.write(bytes)) return;
    await once(this.#response, 'drain', { signal: this.#left.signal });
  }

  /** Repeats key and question, as careless providers do: no log and no answer of ours may show them. */
  #refuse(status: number): void {
    const key = this.#request.headers.authorization ?? this.#request.headers['x-api-key'];
    const message = `Failed on command. Key: ${String(key)}. Question: ${this.#question.text.slice(0, 200)}`;
    if (status === 429) this.#response.setHeader('retry-after', '1');
    sendJson(this.#response, status, this.#framing.failure(status, message));
  }

  #usage(): Usage {
    const { instructions, text } = this.#question;
    return { input: estimateTokens(instructions + text), output: estimateTokens(this.#output) };
  }
}

function modelList(models: readonly ListedModel[]): unknown {
  const data = models.map((model) => ({
    ...model,
    object: 'model',
    created: 0,
    owned_by: 'sandbox',
  }));
  return { object: 'list', data };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, bodyMaxBytes);
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
