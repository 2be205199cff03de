import { type MediaKind, isMediaKind } from '#domain/media/media.ts';
import type { ModelInput } from '#domain/models/models.ts';
import { mediaLane } from '#domain/models/providers.ts';
import type { Config } from '#server/config.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { mediaTargetOf } from '#server/gateways/media/mediaTargets.ts';
import {
  type ModelGateway,
  type ModelRoute,
  UpstreamError,
  type AnswerReceiver,
  type Finish,
  type ModelRequest,
} from '#server/gateways/models/models.ts';
import {
  type RoutedModel,
  type UpstreamTarget,
  inputsOf,
  targetsOf,
  upstreamName,
} from '#server/gateways/models/targets.ts';
import { mostOutputTokens } from '#server/gateways/models/bodyInput.ts';
import { UpstreamAnswer } from '#server/gateways/models/upstreamAnswer.ts';
import { ChatCompletionsParser } from '#server/gateways/models/chatCompletionsParser.ts';
import { toUpstreamError } from '#server/gateways/models/failure.ts';
import { MessagesParser } from '#server/gateways/models/messagesParser.ts';
import { post } from '#server/gateways/models/post.ts';
import {
  type ProviderKey,
  apiKeyOf,
  fromTurn,
  providerKeys,
} from '#server/gateways/providerKey.ts';
import { writeRequest } from '#server/gateways/models/upstreamRequest.ts';
import { untilAborted } from '#server/untilAborted.ts';

/**
 * Connects the models of the catalogue to the configured providers: a model's own, then the compatible one, else the
 * sandbox at `sandbox.url` (its base URL with `/v1`). `now` decides which upstreams were shut down. Sends nothing before
 * the first question. `close` ends running answers with `server_stopped`.
 */
export function createModelGateway(
  config: Pick<Config, 'providers'> & Partial<Pick<Config, 'media'>>,
  sandbox: { url: string } | undefined,
  now: () => Date = () => new Date(),
): ModelGateway {
  const closing = new AbortController();
  const turns = new KeyTurns();
  return {
    route(model) {
      const { kind } = model;
      if (isMediaKind(kind))
        return mediaRoute({ ...model, kind }, config.media, sandbox !== undefined, now());
      return targetsOf(model, config.providers, sandbox, now()).reduceRight<ModelRoute | undefined>(
        (fallback, target) => ({
          ...routeTo(target, inputsOf(model, target), closing.signal, fallback),
          keys: () => turns.keysOf(target.provider),
        }),
        undefined,
      );
    },
    async close() {
      closing.abort(new UpstreamError('server_stopped', 'The server is stopping'));
    },
  };
}

/** Returns the route of a media model. Jobs make media; nothing can be streamed. */
function mediaRoute(
  model: RoutedModel & { kind: MediaKind },
  media: Config['media'] | undefined,
  hasSandbox: boolean,
  now: Date,
): ModelRoute | undefined {
  const target = media && mediaTargetOf(model, media, hasSandbox, now);
  return (
    target && {
      upstream: `${target.provider}/${target.model}`,
      lane: mediaLane(target.provider),
      sandbox: target.provider === 'sandbox',
      inputs: [],
      stream: async () => {
        throw new UpstreamError('upstream_error', 'A job makes media, no stream');
      },
    }
  );
}

function routeTo(
  target: UpstreamTarget,
  inputs: readonly ModelInput[],
  closing: AbortSignal,
  fallback: ModelRoute | undefined,
): ModelRoute {
  return {
    upstream: upstreamName(target),
    sandbox: target.label === 'sandbox',
    inputs,
    fallback,
    mostOutputTokens: (request) => mostOutputTokens(target.reasoning, request),
    stream: (request, signal, receiver, key) =>
      streamAnswer(withKey(target, key), request, AbortSignal.any([signal, closing]), receiver),
  };
}

/** The keys of each provider, and whose turn it is. */
class KeyTurns {
  readonly #turns = new Map<ProviderConfig, { keys: readonly ProviderKey[]; turn: number }>();

  keysOf(provider: ProviderConfig): readonly ProviderKey[] {
    const known = this.#turns.get(provider) ?? { keys: providerKeys(provider), turn: 0 };
    this.#turns.set(provider, { ...known, turn: known.turn + 1 });
    return fromTurn(known.keys, known.turn);
  }
}

function withKey(target: UpstreamTarget, key: ProviderKey | undefined): UpstreamTarget {
  const { provider } = target;
  const apiKey = key && apiKeyOf(provider, key);
  return apiKey === undefined ? target : { ...target, provider: { ...provider, apiKey } };
}

/**
 * Asks an upstream and passes its answer on while it arrives. Returns how the answer finished. Throws
 * `UpstreamError` if it did not finish, and the signal's reason when `signal` aborts. The upstream's connection is
 * given up at any end.
 */
async function streamAnswer(
  target: UpstreamTarget,
  request: ModelRequest,
  signal: AbortSignal,
  receiver: AnswerReceiver,
): Promise<Finish> {
  signal.throwIfAborted();
  const { label, provider } = target;
  const Parser = provider.name === 'anthropic' ? MessagesParser : ChatCompletionsParser;
  let answer: UpstreamAnswer | undefined;
  try {
    const written = await untilAborted(writeRequest(target, request), signal);
    const stream = await post(label, written, signal);
    answer = new UpstreamAnswer(label, stream, new Parser(label), signal, receiver);
    return await answer.finish();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toUpstreamError(label, error);
  } finally {
    answer?.leave();
  }
}
