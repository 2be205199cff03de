import { modelTip } from '#islands/chat/modelTip.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { chatScreenPath } from '#domain/urls.ts';

type Props = { subject: Extract<Subject, { state: 'model' }> };

/** An empty chat with a model that makes pictures, music or videos. */
export function MediaWelcome({ subject: { model, name } }: Props) {
  const { t, language } = useText();
  return (
    <div className="pt-[12dvh] short:pt-2">
      <h1 tabIndex={-1} className="text-28">
        {t(`chat.media.welcome.${model.kind}`, { name })}
      </h1>
      <p className="mt-2 text-soft">{modelTip(t, model)}</p>
      <p className="mt-2 text-soft">{t('chat.media.free')}</p>
      <p className="mt-4 text-14">
        <a
          className="inline-flex items-center text-accent underline underline-offset-2 touch:min-h-11"
          href={chatScreenPath(language, 'media')}
        >
          {t('chat.media.toGallery')}
        </a>
      </p>
    </div>
  );
}
