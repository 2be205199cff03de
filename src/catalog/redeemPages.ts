import { redeemPath } from '#domain/giftCodes.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { languages } from '#domain/languages.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the page for gift codes in every language. */
export function redeemPages(context: BuildContext): { frame: Frame }[] {
  return languages.map((language) => {
    const heading = translator(language, 'redeemPage')('heading');
    return {
      frame: frameOf(context, language, redeemPath(language), pageImage(language, heading)),
    };
  });
}
