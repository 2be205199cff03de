import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { languages } from '#domain/languages.ts';
import { contactPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** The view of the page of the contact form. */
export type ContactView = {
  frame: Frame;
  /** The address that gets the messages, for visitors who prefer to write a mail. */
  address: string;
};

/** Returns the contact form in every language; no page where the operator has no address. */
export function contactPages(context: BuildContext): ContactView[] {
  return languages.flatMap((language) => {
    const heading = translator(language, 'contact')('heading');
    const frame = frameOf(context, language, contactPath(language), pageImage(language, heading));
    const address = frame.operator.supportEmail;
    return address === null ? [] : [{ frame, address }];
  });
}
