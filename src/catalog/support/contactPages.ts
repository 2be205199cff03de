import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameWithHeading } from '#catalog/site/frame.ts';
import { languages } from '#domain/languages/languages.ts';
import { contactPath } from '#domain/site/sitePaths.ts';

/** The view of the page of the contact form. */
export type ContactView = {
  frame: Frame;
  /** The e-mail address that gets the messages, for visitors who prefer to write a mail. */
  address: string;
};

/** Returns the contact form in every language; nothing if the operator has no e-mail address. */
export function contactPages(context: BuildContext): ContactView[] {
  return languages.flatMap((language) => {
    const frame = frameWithHeading(context, language, contactPath(language), 'contact');
    const address = frame.operator.supportEmail;
    return address === null ? [] : [{ frame, address }];
  });
}
