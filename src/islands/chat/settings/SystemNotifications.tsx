import { useText } from '#islands/shared/text.tsx';
import {
  $systemNotifications,
  readSystemNotifications,
  switchSystemNotifications,
} from '#stores/media/mediaNotifications.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** Switches system notifications for finished media jobs. Checking the box asks the browser for permission. */
export function SystemNotifications() {
  const { t } = useText();
  const state = useStore($systemNotifications);
  useEffect(readSystemNotifications, []);
  return (
    <div className="mb-3">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
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
