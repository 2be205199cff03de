import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { languages } from '#domain/languages.ts';
import { savedPath } from '#domain/urls.ts';

/** Returns the frame of the saved and recent GPTs in every language; the browser asks the API for the lists. */
export function savedPages(context: BuildContext): { frame: Frame }[] {
  return languages.map((language) => ({ frame: frameOf(context, language, savedPath(language)) }));
}
