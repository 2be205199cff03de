import { SystemNotifications } from '#islands/chat/settings/SystemNotifications.tsx';
import { useText } from '#islands/shared/text.tsx';

/** System notifications, and a list of the mails that are sent. No mail can be switched off. */
export function NotificationsSection() {
  const { t } = useText();
  return (
    <>
      <SystemNotifications />
      <ul className="list-disc pl-5">
        <li>{t('settings.notifications.codes')}</li>
        <li>{t('settings.notifications.signIn')}</li>
        <li>{t('settings.notifications.own')}</li>
      </ul>
      <p className="mt-2 text-14 text-soft">{t('settings.notifications.others')}</p>
    </>
  );
}
