import {
  type MediaKind,
  type MediaOptions,
  defaultMediaOptions,
  isMediaKind,
  mediaPriceOf,
} from '#domain/media.ts';
import type { ChatModel } from '#stores/models/models.ts';
import { map } from 'nanostores';

export type ChosenOptions = { [Kind in MediaKind]: Extract<MediaOptions, { kind: Kind }> };

/** How the next picture, piece of music and video is to be made. */
export const $mediaOptions = map<ChosenOptions>({ ...defaultMediaOptions });

/** Chooses how the next one of a kind is made. */
export function chooseMediaOptions(options: MediaOptions): void {
  const { kind } = options;
  if (kind === 'picture') $mediaOptions.setKey(kind, options);
  else if (kind === 'music') $mediaOptions.setKey(kind, options);
  else $mediaOptions.setKey(kind, options);
}

/** Takes over what was last chosen of each kind in a conversation, from its answers, oldest first. */
export function restoreMediaOptions(answers: readonly { options: MediaOptions | null }[]): void {
  $mediaOptions.set({ ...defaultMediaOptions });
  for (const { options } of answers) if (options) chooseMediaOptions(options);
}

/** How a model is to make it; `undefined` for one that answers in words. */
export function optionsFor(
  { kind }: Pick<ChatModel, 'kind'>,
  chosen: ChosenOptions = $mediaOptions.get(),
): MediaOptions | undefined {
  return isMediaKind(kind) ? chosen[kind] : undefined;
}

/** Credits for a question to a model. Quality, size and length are part of the price. */
export function priceWith(
  model: Pick<ChatModel, 'price'>,
  options: MediaOptions | undefined,
): number {
  return options ? mediaPriceOf(model.price, options) : model.price;
}
