import {
  type MediaKind,
  type MediaOptions,
  defaultMediaOptions,
  isMediaKind,
  mediaPriceOf,
} from '#domain/media/media.ts';
import type { ChatModel } from '#stores/models/models.ts';
import { map } from 'nanostores';

export type ChosenOptions = { [Kind in MediaKind]: Extract<MediaOptions, { kind: Kind }> };

/** The options for the next picture, piece of music and video. */
export const $mediaOptions = map<ChosenOptions>({ ...defaultMediaOptions });

/** Sets the options for the next file of a kind. */
export function chooseMediaOptions(options: MediaOptions): void {
  $mediaOptions.set({ ...$mediaOptions.get(), [options.kind]: options });
}

/** Sets the options that a conversation used last for each kind; `answers` are its answers, oldest first. */
export function restoreMediaOptions(answers: readonly { options: MediaOptions | null }[]): void {
  $mediaOptions.set({ ...defaultMediaOptions });
  for (const { options } of answers) if (options) chooseMediaOptions(options);
}

/** Returns the options for a media model; `undefined` for a text model. */
export function optionsFor(
  { kind }: Pick<ChatModel, 'kind'>,
  chosen: ChosenOptions = $mediaOptions.get(),
): MediaOptions | undefined {
  return isMediaKind(kind) ? chosen[kind] : undefined;
}

/** Returns the credits for a question to a model. Quality, size and length of media change the price. */
export function priceWith(
  model: Pick<ChatModel, 'price'>,
  options: MediaOptions | undefined,
): number {
  return options ? mediaPriceOf(model.price, options) : model.price;
}
