import type { Day } from '#domain/dates.ts';
import { isMediaKind } from '#domain/media/media.ts';
import type { Config } from '#server/config.ts';
import { mediaTargetsOf } from '#server/gateways/media/mediaTargets.ts';
import { targetsOf, upstreamName } from '#server/gateways/models/targets.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';

type Providers = Pick<Config, 'providers' | 'media'>;

/**
 * Returns the upstreams (`provider/model`) in use, including those shut down and the successors of media models, with
 * their models.
 */
export function usedUpstreams(
  models: readonly ServedModel[],
  config: Providers,
  day: Day,
): Map<string, ServedModel[]> {
  const used = new Map<string, ServedModel[]>();
  for (const model of models) {
    for (const upstream of upstreamsOf({ ...model, shutdowns: new Map() }, config, day)) {
      used.set(upstream, [...(used.get(upstream) ?? []), model]);
    }
  }
  return used;
}

/** Returns the upstream of a model on a day; `undefined` if all are shut down. */
export function upstreamOn(model: ServedModel, config: Providers, day: Day): string | undefined {
  return upstreamsOf(model, config, day).find((upstream) => {
    const shutdown = model.shutdowns?.get(upstream);
    return shutdown === undefined || day < shutdown;
  });
}

function upstreamsOf(model: ServedModel, { providers, media }: Providers, day: Day): string[] {
  const { kind } = model;
  if (isMediaKind(kind)) {
    return mediaTargetsOf({ ...model, kind }, media.providers).map(
      ({ provider, model: name }) => `${provider}/${name}`,
    );
  }
  const at = new Date(`${day}T00:00:00Z`);
  return targetsOf(model, providers, undefined, at).map(upstreamName);
}
