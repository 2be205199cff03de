import { type MediaKind, isMediaKind } from '#domain/media.ts';
import type { ModelInput } from '#domain/models.ts';
import type { ShutdownDays } from '#domain/shutdowns.ts';
import type { Config } from '#server/config.ts';
import { mediaTargetOf } from '#server/gateways/media/mediaTargets.ts';
import { type LanguageModels, loadAdapter } from '#server/gateways/models/adapters.ts';
import {
  type ModelGateway,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import { streamAnswer } from '#server/gateways/models/stream.ts';
import {
  type UpstreamTarget,
  inputsOf,
  targetsOf,
  upstreamName,
} from '#server/gateways/models/targets.ts';

/**
 * Connects the models of the catalogue to what is configured: a model's own provider, then the compatible one, else
 * the sandbox at `sandbox.url` (its base URL, `/v1` included). Nothing is loaded or reached before the first question.
 * `close` ends running answers with `server_stopped`.
 */
export function createModelGateway(
  config: Pick<Config, 'providers'> & Partial<Pick<Config, 'media'>>,
  sandbox: { url: string } | undefined,
): ModelGateway {
  const closing = new AbortController();
  const adapters = new Map<string, Promise<LanguageModels>>();
  const adapterOf = (target: UpstreamTarget): Promise<LanguageModels> => {
    const loading = adapters.get(target.label) ?? loadAdapter(target.provider, target.label);
    adapters.set(target.label, loading);
    return loading;
  };
  return {
    route(model) {
      if (isMediaKind(model.kind))
        return mediaRoute(model.kind, model.shutdowns, config.media, sandbox !== undefined);
      return targetsOf(model, config.providers, sandbox).reduceRight<ModelRoute | undefined>(
        (fallback, target) =>
          routeTo(target, inputsOf(model, target), adapterOf, closing.signal, fallback),
        undefined,
      );
    },
    async close() {
      closing.abort(new UpstreamError('server_stopped', 'The server is stopping'));
    },
  };
}

/** Where jobs go that make media; nobody streams them. */
function mediaRoute(
  kind: MediaKind,
  shutdowns: ShutdownDays | undefined,
  media: Config['media'] | undefined,
  hasSandbox: boolean,
): ModelRoute | undefined {
  const target = media && mediaTargetOf(kind, media, hasSandbox, shutdowns);
  return (
    target && {
      upstream: `${target.provider}/${target.model}`,
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
  adapterOf: (target: UpstreamTarget) => Promise<LanguageModels>,
  closing: AbortSignal,
  fallback: ModelRoute | undefined,
): ModelRoute {
  return {
    upstream: upstreamName(target),
    sandbox: target.label === 'sandbox',
    inputs,
    fallback,
    stream: (request, signal, hear) =>
      streamAnswer(
        async () => ({
          provider: target.label,
          languageModel: (await adapterOf(target))(target.name),
          reasoning: target.reasoning,
        }),
        request,
        AbortSignal.any([signal, closing]),
        hear,
      ),
  };
}
