import { type Day, dayOf } from '#domain/dates.ts';
import { isMediaKind } from '#domain/media/media.ts';
import type { ModelPlatform } from '#server/context.ts';
import { isShutDown, knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import { modelVariable } from '#server/mediaConfig.ts';

/** A model that a variable names although its provider has shut it down. */
export type ClosedChoice = { variable: string; upstream: string; day: Day; model: string };

/**
 * Returns the variables that name a model which was shut down. The operator's choice is never replaced by a successor,
 * because another model may cost more.
 */
export function closedChoices({ catalogue, config, now }: ModelPlatform): ClosedChoice[] {
  const today = dayOf(now());
  const { providers } = config.media;
  return catalogue.models.flatMap((model) => {
    const { kind, upstream: mapped, shutdowns = knownShutdowns } = model;
    if (!isMediaKind(kind) || mapped) return [];
    return providers.flatMap(({ name, models }): ClosedChoice[] => {
      const upstream = `${name}/${models[kind] ?? ''}`;
      const day = shutdowns.get(upstream);
      if (day === undefined || !isShutDown(shutdowns, upstream, today)) return [];
      return [{ variable: modelVariable(name, kind), upstream, day, model: model.id }];
    });
  });
}

export function choiceSentence({ variable, upstream, day, model }: ClosedChoice): string {
  return `${variable} names ${upstream}, which was shut down on ${day}: it makes nothing for ${model} any more. Name another model, or remove the variable.`;
}

/** The upstream of a media model that makes its files now. Orders cost money, so none is sent to test it. */
export type MediaUpstream = { upstream: string; model: string };

/** Returns the upstreams of visible media models, without the sandbox. */
export function mediaUpstreams({ catalogue, models }: ModelPlatform): MediaUpstream[] {
  return catalogue.models.flatMap((model) => {
    if (model.hidden || !isMediaKind(model.kind)) return [];
    const route = models.route(model);
    return route && !route.sandbox ? [{ upstream: route.upstream, model: model.id }] : [];
  });
}
