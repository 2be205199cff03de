import { redeemPath } from '#domain/giftCodes.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { languages } from '#domain/languages.ts';
import { translator } from '#i18n/translate.ts';

/** The page for gift codes in every language. */
export function redeemPages(): { frame: Frame }[] {
  return languages.map((language) => {
    const heading = translator(language, 'redeemPage')('heading');
    return { frame: frameOf(language, redeemPath(language), pageImage(language, heading)) };
  });
}
