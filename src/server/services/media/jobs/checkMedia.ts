import {
  type MediaOptions,
  defaultMediaOptions,
  isMediaKind,
  mediaPriceOf,
  promptMaxCharacters,
} from '#domain/media.ts';
import { AppError } from '#server/errors.ts';
import { invalidField } from '#server/inputChecks.ts';
import type { Target } from '#server/services/answers/begin/target.ts';

type MediaQuestion = { options: MediaOptions | undefined; text: string; hasFiles: boolean };

/**
 * Returns the target of a media model with its options and price. Throws `invalid_input` for options of another kind,
 * `attachment_not_accepted` and `question_too_long`.
 */
export function checkMedia(target: Target, { options, text, hasFiles }: MediaQuestion): Target {
  const { kind, title } = target.model;
  if (!isMediaKind(kind)) throw new Error('Only media models make media');
  if (options && options.kind !== kind) throw invalidField('options', `${title} makes ${kind}`);
  if (hasFiles) throw new AppError('attachment_not_accepted', `${title} takes no files`);
  if (text === '') throw invalidField('text', 'must say what is to be made');
  const limit = promptMaxCharacters[kind];
  if (text.length > limit) {
    throw new AppError('question_too_long', `text: at most ${limit} characters for ${title}`, {
      limit,
    });
  }
  const chosen = options ?? defaultMediaOptions[kind];
  return { ...target, options: chosen, price: mediaPriceOf(target.model.price, chosen) };
}
