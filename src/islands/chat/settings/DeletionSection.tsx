import { confirmsDeletion, deletionGraceDays } from '#domain/account/accountDeletion.ts';
import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import {
  $deletion,
  deleteAccount,
  keepOwnAccount,
  loadDeletion,
} from '#stores/account/accountDeletion.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';

/** Deletes the account after a week. The user types the address to confirm, and can keep the account until then. */
export function DeletionSection() {
  const { t } = useText();
  const { due, isKept, problem } = useStore($deletion);
  useEffect(() => void loadDeletion(), []);
  return (
    <>
      {due === null ? <DeletionForm /> : <PendingDeletion due={due} />}
      <output className="mt-3 block text-14 text-positive empty:hidden">
        {isKept && due === null && t('settings.deletion.kept')}
      </output>
      <Problem problem={problem} className="mt-3" />
    </>
  );
}

function DeletionForm() {
  const { t } = useText();
  const account = useAccount();
  const { state, plan } = useStore($deletion);
  const formatTime = useFormatTime();
  const [typed, setTyped] = useState('');
  if (!account) return <p className="text-soft">{t('chat.loading')}</p>;
  const isConfirmed = confirmsDeletion(typed, account.email);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed) void deleteAccount(typed);
  };
  return (
    <form method="post" noValidate onSubmit={submit}>
      <p className="mb-3 text-14 text-soft">
        {t('settings.deletion.explanation', { days: deletionGraceDays })}
      </p>
      {plan?.renews && (
        <p className="mb-3 text-14 text-soft">
          {plan.ends_at_once
            ? t('settings.deletion.planUnpaid')
            : t('settings.deletion.plan', { date: formatTime(plan.ends) })}
        </p>
      )}
      <label htmlFor="deletion-confirm" className="break-words font-medium">
        {t('settings.deletion.confirm', { email: account.email })}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <input
          id="deletion-confirm"
          className={`${field} max-w-80`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button
          type="submit"
          className="button button-danger"
          disabled={!isConfirmed || state !== 'ready'}
        >
          {t('settings.deletion.button')}
        </button>
      </div>
    </form>
  );
}

function PendingDeletion({ due }: { due: string }) {
  const { t } = useText();
  const formatTime = useFormatTime();
  const { state, plan } = useStore($deletion);
  return (
    <div>
      <output className="mb-3 block">
        <span>{t('settings.deletion.due', { time: formatTime(due) })}</span>
        {plan?.is_leaving && (
          <span>{` ${t('settings.deletion.planEnds', { date: formatTime(plan.ends) })}`}</span>
        )}
      </output>
      <Button aria-disabled={state === 'sending'} onClick={() => void keepOwnAccount()}>
        {t('settings.deletion.keep')}
      </Button>
    </div>
  );
}
