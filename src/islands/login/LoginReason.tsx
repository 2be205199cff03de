import { type Registration, offersCredits } from '#domain/login/registration.ts';
import { spaceAfter } from '#domain/texts/joinSentences.ts';
import { useText } from '#islands/shared/text.tsx';
import { anyReason } from '#stores/account/loginDialog.ts';
import type { Message } from '#stores/browser/message.ts';

type Props = { reason: Message; registration: Registration; startingCredits: number };

/**
 * Why to sign in, and what a new account gets. The general reason, which the build renders, is in the same place while
 * another one is shown, so that a shorter one moves nothing.
 */
export function LoginReason({ reason, registration, startingCredits }: Props) {
  const { t } = useText();
  const offer = offersCredits(registration, startingCredits)
    ? t('login.offer', { count: startingCredits })
    : '';
  const why = t(reason.key, reason.values);
  const usual = t(anyReason.key);
  return (
    <p className="mb-3 grid text-14 text-soft *:[grid-area:1/1]">
      {why !== usual && <span className="invisible">{usual + spaceAfter(usual) + offer}</span>}
      <span>
        <span className="font-medium text-ink">{why}</span>
        <span>{spaceAfter(why) + offer}</span>
      </span>
    </p>
  );
}
