import type { FailureReason } from '#contract/chat/chat.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { listLedger } from '#contract/credits/ledger.ts';
import type { ChatMessage, getConversation } from '#contract/conversations/conversations.ts';
import type { ModelProvider } from '#domain/models/models.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { ask, creditOf, readAll } from './chat.ts';
import { forgetProvider } from '#server/services/costs/providerStates.ts';
import { freePort } from './process.ts';
import { type TestServer, startTestServer } from './server.ts';
import { type FakeUpstream, startUpstream, upstreamKey } from './upstreams.ts';

/** A model of the catalogue that is answered by each adapter, where its provider is connected. */
const modelOf: Readonly<Record<ModelProvider, string>> = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-2',
  groq: 'llama-3.1-8b-instant',
  compatible: 'gpt-4o-mini',
};

export const adapters = ['openai', 'anthropic', 'groq', 'compatible'] as const;

/** The behaviour of an upstream, and the expected result of the answer. */
export type Fault = {
  /** The sandbox's command; `unusedAddress` finds no upstream at all. */
  command: string;
  reason: FailureReason | null;
  /** Deltas of its text that are kept. */
  kept: number;
};

/** Everything that there is to see of an answer afterwards. */
export type Seen = {
  streamed: string;
  end: unknown;
  message: ChatMessage | undefined;
  credit: { credit: number; held: number };
  lastEntry: { kind: string; reason: string } | undefined;
};

export type FaultyProviders = {
  /** Asks the adapter's model as a new user with ten credits, and checks everything when it is over. */
  ask(adapter: ModelProvider, fault: Fault): Promise<Seen>;
  /** Opens a provider that has refused us, on all servers. */
  forget(adapter: ModelProvider): Promise<void>;
  upstreams: Readonly<Record<ModelProvider, FakeUpstream>>;
  server: TestServer;
  close(): Promise<void>;
};

/** Servers on one database that reach every adapter, with an upstream that fails on command and with none at all. */
export async function startFaultyProviders(): Promise<FaultyProviders> {
  const upstreams = Object.fromEntries(
    await Promise.all(adapters.map(async (name) => [name, await startUpstream(name)] as const)),
  ) as Record<ModelProvider, FakeUpstream>;
  const unusedAddress = `http://127.0.0.1:${await freePort()}/v1`;
  const own = [upstreams.openai.config, upstreams.anthropic.config, upstreams.groq.config];
  const unreachable = (configs: readonly ProviderConfig[]) =>
    configs.map((config) => ({ ...config, apiKey: upstreamKey, baseUrl: unusedAddress }));
  const compatible = [upstreams.compatible.config];
  const first = await startServer(own);
  const { database } = first;
  const servers = {
    own: first,
    compatible: await startServer(compatible, database),
    unreachableOwn: await startServer(unreachable(own), database),
    unreachableCompatible: await startServer(unreachable(compatible), database),
  };
  return {
    upstreams,
    server: first,
    ask: (adapter, fault) => {
      const isUnreachable = fault.command === 'nobody';
      if (adapter === 'compatible') {
        return look(
          isUnreachable ? servers.unreachableCompatible : servers.compatible,
          adapter,
          fault,
        );
      }
      return look(isUnreachable ? servers.unreachableOwn : servers.own, adapter, fault);
    },
    forget: async (adapter) => {
      const all = Object.values(servers).map(({ platform }) => platform.accounts);
      // A failure that is stored later would count with those of the next answers.
      for (const accounts of all) await accounts.stored();
      await forgetProvider(database, adapter);
      for (const accounts of all) await accounts.read();
    },
    close: async () => {
      const { own: last, ...others } = servers;
      for (const server of Object.values(others)) await server.close();
      await last.close();
      for (const upstream of Object.values(upstreams)) await upstream.close();
    },
  };
}

function startServer(
  providers: readonly ProviderConfig[],
  database?: TestServer['database'],
): Promise<TestServer> {
  return startTestServer({
    config: { providers, firstTokenSeconds: 4, idleSeconds: 4 },
    ...(database && { database }),
  });
}

async function look(server: TestServer, adapter: ModelProvider, { command }: Fault): Promise<Seen> {
  const { cookie } = await server.signIn(10);
  const target = { model: modelOf[adapter] };
  const reading = await readAll(await ask(server, cookie, { target, text: `sandbox: ${command}` }));
  const read = async <Answer>(path: string) =>
    (await (await server.fetch(path, { cookie })).json()) as Answer;
  const { messages } = await read<ResponseOf<typeof getConversation>>(
    `/api/chat/conversations/${reading.accepted?.conversation_id}`,
  );
  const { items } = await read<ResponseOf<typeof listLedger>>('/api/account/ledger');
  return {
    streamed: reading.text,
    end: reading.end,
    message: messages.at(-1),
    credit: await creditOf(server, cookie),
    lastEntry: items[0],
  };
}
