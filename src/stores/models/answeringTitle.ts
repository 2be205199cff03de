import { findModel } from '#domain/models/models.ts';
import { upstreamTitle } from '#domain/models/upstreamTitle.ts';
import type { ChatModel } from '#stores/models/models.ts';

/** Returns the title of the model that answers questions to a model; `null` if it was shut down and none does. */
export function answeringTitle(models: readonly ChatModel[], id: string): string | null {
  const model = models.find((known) => known.id === id);
  if (model === undefined) return findModel(id)?.title ?? id;
  if (model.closed !== null) return null;
  return model.successor === null ? model.title : upstreamTitle(model.successor);
}
