import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { cancellationPath } from '#domain/cancellation.ts';
import { languages } from '#domain/languages.ts';
import { needsCancelButton } from '#domain/sellerLaw.ts';
import { translator } from '#i18n/translate.ts';

/** The view of the page of the cancel button. */
export type CancellationView = { frame: Frame };

/** Returns the form for cancellations in every language; none where the law of the seller's country asks for none. */
export function cancellationPages(context: BuildContext): CancellationView[] {
  return languages.flatMap((language) => {
    const heading = translator(language, 'cancellation')('heading');
    const frame = frameOf(
      context,
      language,
      cancellationPath(language),
      pageImage(language, heading),
    );
    return needsCancelButton(frame.operator.sellerCountry) ? [{ frame }] : [];
  });
}
