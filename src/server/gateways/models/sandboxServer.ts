import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { closeServer, listenOnLoopback, readBody } from '#server/gateways/loopbackServer.ts';
import type { SandboxQuestion } from '#server/gateways/models/sandboxAnswer.ts';
import {
  type FinishReason,
  sandboxScript,
  type SandboxStep,
} from '#server/gateways/models/sandboxScript.ts';
import { parseJson } from '#server/gateways/readJson.ts';

/** Tokens of a question and its answer. */
export type Usage = { input: number; output: number };

/** Writes the events of one answer in a wire protocol. */
export type Frames = {
  open(): string;
  text(text: string): string;
  error(): string;
  finish(reason: FinishReason, usage: Usage | undefined): string;
  /** The last bytes, after a finish. */
  end(): string;
};

/** A provider's wire protocol. */
export type Framing = {
  /** The path that takes questions. */
  path: string;
  /** Returns the question in a request's body; `undefined` if it is missing. */
  read(body: unknown): SandboxQuestion | undefined;
  frames(question: SandboxQuestion): Frames;
  /** Returns the body of an error response. */
  failure(status: number, message: string): unknown;
};

/** An entry of the list of models. */
export type ListedModel = { id: string; shutdown_date?: string | number | null };

export type SandboxServer = {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** Requests that are being processed. */
  running(): number;
  /** Requests that have arrived so far. */
  asked(): number;
  /** Connections that have been opened so far. */
  connections(): number;
  close(): Promise<void>;
};

/** The largest request: files in base64, with a long conversation. */
const bodyMaxBytes = 64_000_000;
const longestTimer = 2_147_483_647;

/** Starts an upstream on loopback that plays the sandbox's scripts in a wire protocol. */
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
    respond(framing, options.models, request, response)
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

async function respond(
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
    return sendJson(response, 404, framing.failure(404, 'The sandbox has no such path'));
  }
  const question = framing.read(parseJson(await readBody(request, bodyMaxBytes)));
  if (!question) {
    const rule =
      'The body must be JSON with a model, messages that end with the user and stream true';
    return sendJson(response, 400, framing.failure(400, rule));
  }
  await new Player(framing, question, request, response).play();
}

/** Plays a script until its end, or until the caller closes the connection. */
class Player {
  readonly #framing: Framing;
  readonly #frames: Frames;
  readonly #question: SandboxQuestion;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #closed = new AbortController();
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
    response.once('close', () => this.#closed.abort());
  }

  async play(): Promise<void> {
    try {
      let finished = false;
      for (const step of sandboxScript(this.#question)) {
        if (this.#closed.signal.aborted) return;
        await this.#do(step);
        if (step.do === 'destroy' || step.do === 'status') return;
        if (step.do === 'finish') finished = true;
      }
      this.#response.end(finished ? this.#frames.end() : undefined);
    } catch (error) {
      if (!this.#closed.signal.aborted) throw error;
    }
  }

  async #do(step: SandboxStep): Promise<void> {
    switch (step.do) {
      case 'wait':
        return sleep(Math.min(step.milliseconds, longestTimer), undefined, {
          signal: this.#closed.signal,
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
        // Flushes the written text, so that the cut comes after it.
        this.#request.socket.destroySoon();
        return;
    }
  }

  async #write(bytes: string): Promise<void> {
    if (this.#response.write(bytes)) return;
    await once(this.#response, 'drain', { signal: this.#closed.signal });
  }

  /** Repeats key and question, as careless providers do, so that tests find out whether we log or show them. */
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
