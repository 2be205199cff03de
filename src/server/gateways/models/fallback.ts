import type { ModelInput } from '#domain/models/models.ts';
import type { ModelRequest, ModelRoute } from '#server/gateways/models/models.ts';

/** Returns the next upstream that accepts all files of a request, because no answer may ignore one. */
export function fallbackFor(
  { fallback }: ModelRoute,
  request: Pick<ModelRequest, 'turns'>,
): ModelRoute | undefined {
  if (!fallback || inputsIn(request).every((input) => fallback.inputs.includes(input))) {
    return fallback;
  }
  return fallbackFor(fallback, request);
}

function inputsIn({ turns }: Pick<ModelRequest, 'turns'>): ModelInput[] {
  const files = turns.flatMap((turn) => turn.files ?? []);
  return files.map(({ type }) => (type.startsWith('image/') ? 'image' : 'pdf'));
}
