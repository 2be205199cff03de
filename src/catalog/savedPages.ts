import { type Frame, frameOf } from '#catalog/frame.ts';
import { languages } from '#domain/languages.ts';
import { savedPath } from '#domain/urls.ts';

/** The frame of the saved and recent GPTs in every language; what stands in it comes from the API. */
export function savedPages(): { frame: Frame }[] {
  return languages.map((language) => ({ frame: frameOf(language, savedPath(language)) }));
}
