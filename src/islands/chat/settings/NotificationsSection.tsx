import { useText } from '#islands/shared/text.tsx';
import {
  $systemNotifications,
  readSystemNotifications,
  switchSystemNotifications,
} from '#stores/answers/endNotifications.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** System notifications, and a list of the mails that are sent. No mail can be switched off. */
export function NotificationsSection() {
  const { t } = useText();
  return (
    <>
      <SystemNotifications />
      <h4 id="sent" className="mb-1 text-16">
        {t('settings.notifications.sent')}
      </h4>
      <ul aria-labelledby="sent" className="list-disc pl-5">
        <li>{t('settings.notifications.codes')}</li>
        <li>{t('settings.notifications.signIn')}</li>
        <li>{t('settings.notifications.own')}</li>
        <li>{t('settings.notifications.low')}</li>
      </ul>
      <p className="mt-2 text-14 text-soft">{t('settings.notifications.others')}</p>
    </>
  );
}

/** Switches system notifications for answers that end while the page is hidden. Checking the box asks the browser for permission. */
function SystemNotifications() {
  const { t } = useText();
  const state = useStore($systemNotifications);
  useEffect(readSystemNotifications, []);
  return (
    <div className="mb-3">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-(--accent)"
          checked={state === 'on'}
          disabled={state === 'unknown' || state === 'blocked'}
          onChange={({ target }) => void switchSystemNotifications(target.checked)}
        />
        <span>{t('chat.media.notify')}</span>
      </label>
      {state === 'blocked' && <p className="text-14 text-soft">{t('chat.media.notifyBlocked')}</p>}
    </div>
  );
}
