import type { SharedPost } from '#contract/sharing/sharing.ts';
import { dayOf } from '#domain/dates.ts';
import { sharingEvent } from '#domain/sharing/sharing.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { momentsOf } from '#i18n/moments.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useState } from 'react';

type Reward = NonNullable<SharedPost['reward']>;

/** The state of a post: when it is reviewed, the reward code, or why there is none. */
export function PostState({ post }: { post: SharedPost }) {
  const { t } = useText();
  const { state, link, note, reason, reward } = post;
  return (
    <section className="grid gap-2">
      <h2 className="text-18">{t(`sharing.state.${state}`)}</h2>
      {link !== null && <p className="text-14 wrap-anywhere text-soft">{link}</p>}
      {(state === 'submitted' || state === 'waiting') && <Waiting post={post} />}
      {reward && <RewardCode reward={reward} />}
      {reason !== null && <p>{t(`sharing.reasons.${reason}`)}</p>}
      {note !== null && <p className="text-soft">{t('sharing.state.note', { note })}</p>}
    </section>
  );
}

function Waiting({ post: { state, reviewable, due } }: { post: SharedPost }) {
  const { t, language } = useText();
  const moments = momentsOf(language);
  const start = moments.short(new Date(reviewable));
  const end = moments.short(new Date(due));
  const { reviewDays, keptHours } = sharingEvent;
  return (
    <p>
      {state === 'submitted'
        ? t('sharing.state.submittedText', { start, end, hours: keptHours })
        : t('sharing.state.waitingText', { end, ...reviewDays })}
    </p>
  );
}

function RewardCode({ reward: { code, percent_off: off, expires, state } }: { reward: Reward }) {
  const { t, language } = useText();
  const { day, percent } = formatOf(language);
  const [isCopied, setCopied] = useState(false);
  if (state !== 'open') return <p className="text-soft">{t(`sharing.state.${state}`)}</p>;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  const values = { percent: percent(off), day: day(dayOf(new Date(expires))) };
  return (
    <>
      <p>{t('sharing.state.acceptedText', values)}</p>
      <p className="font-mono text-18 font-semibold select-all">{code}</p>
      <p className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          // If the browser forbids copying, the user can still select the code.
          onClick={() => void copy().catch(() => undefined)}
        >
          {t(isCopied ? 'sharing.copied' : 'sharing.copy')}
        </Button>
        <a className="button" href={pricingPath(language)}>
          {t('sharing.choose')}
        </a>
      </p>
    </>
  );
}
