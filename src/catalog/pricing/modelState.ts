import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type CatalogueModel, isReplaced } from '#domain/models/modelSettings.ts';
import { upstreamTitle } from '#domain/models/upstreamTitle.ts';

/** Why a model does not answer itself: a newer one answers (`replaced`), or none. */
export type ModelState = 'replaced' | 'unavailable' | undefined;

export function stateOfModel(
  model: Pick<CatalogueModel, 'id' | 'retired' | 'upstreamName'>,
  { unavailable, replaced, closedDay }: Snapshot,
): ModelState {
  if (unavailable.has(model.id)) return 'unavailable';
  return replaced.has(model.id) || isReplaced(model, closedDay) ? 'replaced' : undefined;
}

/** Returns the name of the model that answers in the place of another one, if it is known. */
export function replacementOf(id: string, { replaced }: Snapshot): string | null {
  const name = replaced.get(id);
  return name === undefined ? null : upstreamTitle(name);
}

/** Returns the title of the model that answers questions to a model; `null` if none does, or if it is unknown. */
export function answeringTitle(id: string, snapshot: Snapshot): string | null {
  const model = snapshot.models.find((known) => known.id === id);
  if (model === undefined) return id;
  return stateOfModel(model, snapshot) === undefined ? model.title : replacementOf(id, snapshot);
}
