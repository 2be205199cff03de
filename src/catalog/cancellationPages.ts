import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { cancellationPath } from '#domain/cancellation.ts';
import { languages } from '#domain/languages.ts';
import { needsCancelButton } from '#domain/sellerLaw.ts';
import { translator } from '#i18n/translate.ts';

/** The value of the page of the cancel button. */
export type CancellationView = { frame: Frame };

/** The form for cancellations in every language; no page where the law of the seller's country asks for none. */
export function cancellationPages(): CancellationView[] {
  return languages.flatMap((language) => {
    const heading = translator(language, 'cancellation')('heading');
    const frame = frameOf(language, cancellationPath(language), pageImage(language, heading));
    return needsCancelButton(frame.operator.sellerCountry) ? [{ frame }] : [];
  });
}
