import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { languages } from '#domain/languages.ts';
import { contactPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** The values of the page of the contact form. */
export type ContactView = {
  frame: Frame;
  /** Where messages go, for those who would rather write a mail of their own. */
  address: string;
};

/** The contact form in every language; no page where the operator has no address. */
export function contactPages(): ContactView[] {
  return languages.flatMap((language) => {
    const heading = translator(language, 'contact')('heading');
    const frame = frameOf(language, contactPath(language), pageImage(language, heading));
    const address = frame.operator.supportEmail;
    return address === null ? [] : [{ frame, address }];
  });
}
