import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { languages } from '#domain/languages.ts';
import { hasWithdrawal } from '#domain/sellerLaw.ts';
import { withdrawPath } from '#domain/withdrawals.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the page of withdrawals in every language; none where the seller's country gives no such right. */
export function withdrawPages(context: BuildContext): { frame: Frame }[] {
  return languages.flatMap((language) => {
    const heading = translator(language, 'withdraw')('heading');
    const frame = frameOf(context, language, withdrawPath(language), pageImage(language, heading));
    return hasWithdrawal(frame.operator.sellerCountry) ? [{ frame }] : [];
  });
}
