import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { goToLogin } from '#stores/browser/navigation.ts';
import {
  $sessions,
  type AccountSession,
  endOthers,
  endSession,
  loadSessions,
} from '#stores/account/sessions.ts';
import { signOut } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import { LogOut } from 'lucide-react';
import { useEffect } from 'react';

/** The sessions of the user, each with a button that ends it. */
export function SessionsSection() {
  const { t } = useText();
  const sessions = useStore($sessions);
  useEffect(() => void loadSessions(), []);
  switch (sessions.state) {
    case 'loading':
      return <p className="text-soft">{t('chat.loading')}</p>;
    case 'failed':
      return <RetryNote problem={sessions.problem} onRetry={() => void loadSessions()} />;
    case 'ready':
      return <List {...sessions} />;
  }
}

type ListProps = Extract<ReturnType<typeof $sessions.get>, { state: 'ready' }>;

function List({ items, ending, problem }: ListProps) {
  const { t } = useText();
  const focusHeading = (isDone: boolean): void => {
    // The button was removed with its session.
    if (isDone) document.getElementById('sessions')?.focus();
  };
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.sessions.explanation')}</p>
      <ul className="grid gap-2">
        {items.map((session) => (
          <Item
            key={session.id}
            session={session}
            busy={ending === session.id || ending === 'others'}
            onEnd={() => void endSession(session.id).then(focusHeading)}
          />
        ))}
      </ul>
      <Problem problem={problem} className="mt-2" />
      {items.length > 1 && (
        <Button
          look="quiet"
          className="mt-3"
          aria-disabled={ending !== undefined}
          onClick={() => void endOthers().then(focusHeading)}
        >
          {t('settings.sessions.endOthers')}
        </Button>
      )}
    </>
  );
}

type ItemProps = { session: AccountSession; busy: boolean; onEnd: () => void };

function Item({ session, busy, onEnd }: ItemProps) {
  const { t } = useText();
  const formatTime = useFormatTime();
  const { network, created, used, current } = session;
  const device = useDevice(session);
  const leave = async (): Promise<void> => {
    if (await signOut()) goToLogin();
  };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 rounded-large border border-line px-3 py-2">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span>{device}</span>
          {current && (
            <span className="rounded-small bg-accent-soft px-2 text-12 text-accent">
              {t('settings.sessions.current')}
            </span>
          )}
        </p>
        <p className="text-14 text-soft">
          <span>
            {[
              t('settings.sessions.used', { time: formatTime(used) }),
              ...(network === null ? [] : [network]),
            ].join(' · ')}
          </span>
        </p>
        <p className="text-12 text-faint">
          {t('settings.sessions.created', { time: formatTime(created) })}
        </p>
      </div>
      <Button
        look="small"
        className="-ms-2 shrink-0"
        aria-disabled={busy}
        onClick={current ? () => void leave() : onEnd}
      >
        <LogOut aria-hidden="true" size={15} />
        <span>{t(current ? 'chat.sidebar.signOut' : 'settings.sessions.end')}</span>
        {!current && <span className="sr-only">{device}</span>}
      </Button>
    </li>
  );
}

function useDevice({ browser, system }: AccountSession): string {
  const { t } = useText();
  if (browser !== null && system !== null)
    return t('settings.sessions.device', { browser, system });
  return browser ?? system ?? t('settings.sessions.unknown');
}
