import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { translator } from '#i18n/translate.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { keyedHash } from '#server/keyedHash.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import type { NamedUser } from '#server/services/people/namedUser.ts';

type Content = { id: string; subject: string; text: string };

/**
 * Returns the mail with an operator's text, in the frame of the user's language. The same id always has the same
 * `Message-ID`.
 */
export function operatorMailMessage(
  { config }: Pick<CorePlatform, 'config'>,
  { email, ...user }: NamedUser,
  { id, subject, text }: Content,
): Mail {
  const language = chooseLanguage({ stored: user.language });
  const translate = translator(language, 'mail');
  const replyTo = config.operator.supportEmail;
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => ({ text: paragraph.trim() }));
  const mail = layOutMail({
    to: email,
    subject,
    language,
    parts: [
      ...paragraphs,
      {
        text: translate(replyTo === undefined ? 'operator.about' : 'operator.aboutReply', {
          email,
        }),
      },
    ],
  });
  const { hostname } = new URL(config.publicUrl);
  const name = keyedHash(config.secret, 'operator mail', id).slice(0, 32);
  return {
    ...mail,
    messageId: `<operator-${name}@${hostname}>`,
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}
