import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { useText } from '#islands/shared/text.tsx';
import { $supportMessages } from '#stores/account/support.ts';
import { useStore } from '@nanostores/react';

/** The user's messages to the operator, with their state. Replies are sent by mail. */
export function SupportSection() {
  const { t } = useText();
  const formatTime = useFormatTime();
  const messages = useStore($supportMessages);
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.support.explanation')}</p>
      <ul className="grid gap-2">
        {messages.map(({ reference, topic, state, created, answered }) => (
          <li
            key={reference}
            className="flex min-w-0 items-center gap-x-3 rounded-large border border-line px-3 py-2"
          >
            <div className="min-w-0 flex-1">
              <p className="font-medium">{t(`settings.support.topic.${topic}`)}</p>
              <p className="text-14 text-soft">{`${reference} · ${formatTime(created)}`}</p>
              {answered !== null && (
                <p className="text-12 text-faint">
                  {t('settings.support.answeredAt', { time: formatTime(answered) })}
                </p>
              )}
            </div>
            <span className="shrink-0 rounded-small bg-accent-soft px-2 text-12 text-accent">
              {t(`settings.support.state.${state}`)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
