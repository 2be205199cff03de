import type { Registration } from '#domain/login/registration.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';

type Props = { reason: Message; registration: Registration; startingCredits: number };

/** Why to sign in, and what a new account gets. Room for a longer reason is reserved, so that it moves nothing. */
export function LoginReason({ reason, registration, startingCredits }: Props) {
  const { t } = useText();
  return (
    <p className="mb-3 min-h-[4lh] text-14 text-soft md:min-h-[3lh]">
      <span className="font-medium text-ink">{t(reason.key, reason.values)}</span>
      {startingCredits > 0 && registration !== 'closed' && (
        <>
          {' '}
          <span>{t('login.offer', { count: startingCredits })}</span>
        </>
      )}
    </p>
  );
}
