import { type Frame, frameOf } from '#catalog/frame.ts';
import { languages } from '#domain/languages.ts';

export type NotFoundView = { frame: Frame };

/** The page for an address that leads nowhere, in every language. */
export function notFoundPages(): NotFoundView[] {
  return languages.map((language) => ({ frame: frameOf(language, `/${language}/404`) }));
}
