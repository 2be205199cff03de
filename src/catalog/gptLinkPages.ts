import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { gptLinkPath } from '#domain/gptLinks.ts';
import { languages } from '#domain/languages.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the page for addresses of GPTs elsewhere in every language. */
export function gptLinkPages(context: BuildContext): { frame: Frame }[] {
  return languages.map((language) => {
    const heading = translator(language, 'gptLink')('heading');
    return {
      frame: frameOf(context, language, gptLinkPath(language), pageImage(language, heading)),
    };
  });
}
