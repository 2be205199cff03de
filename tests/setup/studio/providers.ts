import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { MediaKind } from '#domain/media/media.ts';
import { closeServer, listenOnLoopback, readBody } from '#server/gateways/loopbackServer.ts';
import { type MediaProviderName, mediaProviderNames } from '#domain/models/providers.ts';
import { broken, contents } from './contents.ts';
import { type Plan, type PollReply, type SubmitReply, smoothPlan } from './plan.ts';
import { type Call, type Sent, type Shown, protocols } from './protocols.ts';

/** The kinds that each provider makes here. */
export const kindOf: Readonly<Record<MediaProviderName, MediaKind>> = {
  openai: 'picture',
  luma: 'video',
  suno: 'music',
  fal: 'picture',
  replicate: 'video',
};

/** Something that a provider has begun, and may take money for. */
export type ProviderOrder = Sent & {
  id: string;
  provider: MediaProviderName;
  plan: Plan;
  polls: number;
  downloads: number;
  isCancelled: boolean;
  /** Whether the deadline of the job has passed, so that late results come now. */
  isOverdue: boolean;
};

/** Which plan an order follows: its prompt has the plan's name behind a `#`. */
type Plans = Map<string, Plan>;

type Reply =
  | { status?: number; body: unknown }
  | { bytes: Buffer; does: 'send' | 'drip' }
  | 'cut'
  | 'silence';

/**
 * The five providers on one port, each below a path of its own, in the shapes that their adapters read. Orders follow
 * plans; the server that asks can be killed after each request that was done here.
 */
export class Providers {
  readonly orders: ProviderOrder[] = [];
  readonly plans: Plans = new Map();
  /** Requests for something new that came, also those that were refused. */
  readonly requests = new Map<string, number>();
  /** How many of them each provider answered with a failure of its own: several in a row close it. */
  readonly failures = new Map<MediaProviderName, number>();
  /** Called with each request that was done, such as `POST /generations`. Returns whether its response is lost. */
  after: (call: string) => boolean | Promise<boolean> = () => false;
  /** The bytes of results after their content. */
  extraBytes = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #port = 0;

  static async start(): Promise<Providers> {
    const providers = new Providers();
    providers.#port = await listenOnLoopback(providers.#server, 0);
    return providers;
  }

  get port(): number {
    return this.#port;
  }

  urlOf(name: MediaProviderName): string {
    return `http://127.0.0.1:${this.#port}/${name}`;
  }

  /** The orders that providers have begun for the plan of this name. */
  ordersOf(name: string): ProviderOrder[] {
    return this.orders.filter(({ prompt }) => nameIn(prompt) === name);
  }

  /** Breaks every connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const text = await readBody(request, 100_000).catch(() => '');
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    const reply = this.#replyTo(method, url, body);
    const call = `${method} ${url.replace(/\?.*/, '').replaceAll(/\/o\d+/g, '/:id')}`;
    if ((await this.after(call)) || reply === 'cut') {
      request.socket.destroy();
    } else if (reply === 'silence') {
      return;
    } else if ('bytes' in reply) {
      await this.#send(reply, response, call);
    } else {
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    }
  }

  async #send(
    { bytes, does }: { bytes: Buffer; does: 'send' | 'drip' },
    response: ServerResponse,
    call: string,
  ): Promise<void> {
    const half = Math.ceil(bytes.length / 2);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, half));
    // The other half never comes.
    if (does === 'drip') return;
    if (await this.after(`${call}, half of it`)) response.destroy();
    else response.end(bytes.subarray(half));
  }

  #replyTo(method: string, url: string, body: unknown): Reply {
    const [, first = '', id = ''] = /^\/(\w+)(?:\/(o\d+))?/.exec(url) ?? [];
    if (first === 'files') return this.#file(this.#find(id));
    const name = mediaProviderNames.find((one) => one === first);
    const path = url.slice(first.length + 1);
    const call = name && protocols[name].read(method, path, body);
    if (!name || !call) return { status: 404, body: {} };
    return this.#serve(name, call);
  }

  #serve(name: MediaProviderName, call: Call): Reply {
    const base = this.urlOf(name);
    const protocol = protocols[name];
    switch (call.does) {
      case 'submit':
        return this.#submit(name, call.sent);
      case 'list': {
        const own = this.orders.filter(({ provider }) => provider === name);
        const listed = own.map((order) => ({ ...order, ...this.#shown(order) }));
        return { body: protocol.listed?.(base, listed) };
      }
      case 'poll':
        return this.#poll(this.#find(call.id));
      case 'result':
        return { body: protocol.result?.(this.#shown(this.#find(call.id))) };
      case 'cancel': {
        this.#find(call.id).isCancelled = true;
        return { body: {} };
      }
    }
  }

  #find(id: string): ProviderOrder {
    const order = this.orders.find((one) => one.id === id);
    if (!order) throw new Error(`No provider has ${id}`);
    return order;
  }

  #submit(provider: MediaProviderName, sent: Sent): Reply {
    const plan = this.plans.get(nameIn(sent.prompt)) ?? smoothPlan;
    const tries = this.requests.get(sent.prompt) ?? 0;
    this.requests.set(sent.prompt, tries + 1);
    const reply = nth(plan.submits, tries) ?? 'take';
    if (reply !== 'take' && reply !== 'refuse') {
      this.failures.set(provider, (this.failures.get(provider) ?? 0) + 1);
    }
    const refusal = refusals[reply];
    if (refusal !== undefined) return refusal;
    const id = `o${this.orders.length + 1}`;
    const order = { ...sent, id, provider, plan, polls: 0, downloads: 0 };
    this.orders.push({ ...order, isCancelled: false, isOverdue: false });
    return repliesAfter[reply] ?? { body: this.#accepted(this.#find(id)) };
  }

  #accepted(order: ProviderOrder): unknown {
    const base = this.urlOf(order.provider);
    const protocol = protocols[order.provider];
    if (order.provider !== 'openai') return protocol.accepted(base, order.id);
    return protocol.shown(base, { ...this.#shown(order), files: this.#inline(order) });
  }

  #poll(order: ProviderOrder): Reply {
    const { provider, plan } = order;
    const reply = plan.polls[order.polls];
    order.polls += 1;
    const base = this.urlOf(provider);
    if (reply === undefined || order.isCancelled) {
      return { body: protocols[provider].shown(base, this.#shown(order)) };
    }
    return pollReply(reply, (word) =>
      protocols[provider].shown(base, { ...order, word, files: [] }),
    );
  }

  /** The state of an order once all replies before its outcome were given. */
  #shown(order: ProviderOrder): Shown {
    const { id, provider, plan } = order;
    const { words } = protocols[provider];
    const { outcome } = plan;
    if (order.isCancelled) return { id, word: words.cancelled, files: [] };
    if (outcome === 'never' || (outcome === 'late' && !order.isOverdue)) {
      return { id, word: 'in progress', files: [] };
    }
    if (outcome === 'failed') return { id, word: words.failed, files: [] };
    if (outcome === 'forgotten') return { id, word: words.forgotten, files: [] };
    const url =
      outcome === 'made without an address' ? '' : `http://127.0.0.1:${this.#port}/files/${id}`;
    return { id, word: plan.word, files: kindOf[provider] === 'music' ? [url, url] : [url] };
  }

  /** The content itself, where a response has it. */
  #inline(order: ProviderOrder): string[] {
    if (order.plan.outcome === 'made without an address') return [''];
    return [this.#bytes(order).toString('base64')];
  }

  #bytes({ provider, plan }: ProviderOrder): Buffer {
    const kind = kindOf[provider];
    if (plan.outcome === 'made broken') return broken[kind];
    if (plan.outcome === 'made of another kind')
      return contents[kind === 'music' ? 'video' : 'music'];
    return contents[kind];
  }

  #file(order: ProviderOrder): Reply {
    const does = nth(order.plan.files, order.downloads) ?? 'send';
    order.downloads += 1;
    if (does === 'cut') return 'cut';
    if (does === 'answer 500') return { status: 500, body: {} };
    const content = this.#bytes(order);
    const bytes = this.extraBytes
      ? Buffer.concat([content], content.length + this.extraBytes)
      : content;
    return { bytes, does };
  }
}

const refusals: Partial<Record<SubmitReply, Reply>> = {
  'answer 429': { status: 429, body: {} },
  'answer 503': { status: 503, body: {} },
  'answer 500': { status: 500, body: {} },
  refuse: { status: 400, body: {} },
  cut: 'cut',
};

const repliesAfter: Partial<Record<SubmitReply, Reply>> = {
  'answer 500 after': { status: 500, body: {} },
  'cut after': 'cut',
  'never answer': 'silence',
  'answer no JSON after': { body: '<html>' },
  'answer other types after': {
    body: { id: 7, code: '200', data: 'no', urls: [], request_id: {} },
  },
};

function pollReply(reply: PollReply, shown: (word: unknown) => unknown): Reply {
  switch (reply.does) {
    case 'running':
      return { body: shown(reply.word) };
    case 'answer 404':
      return { status: 404, body: {} };
    case 'answer 429':
      return { status: 429, body: {} };
    case 'answer 500':
      return { status: 500, body: {} };
    case 'cut':
      return 'cut';
    case 'answer no JSON':
      return { body: '<html>' };
    case 'answer other types':
      return { body: shown([7, null]) };
  }
}

/** The last one is repeated. */
function nth<Value>(values: readonly Value[], index: number): Value | undefined {
  return values[Math.min(index, values.length - 1)];
}

/** The name of the plan in a prompt. */
function nameIn(prompt: string): string {
  return /#(\w+)/.exec(prompt)?.[1] ?? '';
}
