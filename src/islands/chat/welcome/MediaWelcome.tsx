import { modelTip } from '#islands/chat/models/modelTip.ts';
import { Starters } from '#islands/chat/welcome/Starters.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { WelcomeTitle } from '#islands/chat/welcome/WelcomeTitle.tsx';
import { useText } from '#islands/shared/text.tsx';
import { starterNames } from '#domain/chat/chat.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';

type Props = { subject: Extract<Subject, { state: 'model' }> };

/** An empty chat with a model that makes pictures, music or videos. */
export function MediaWelcome({ subject: { model, name } }: Props) {
  const { t, language } = useText();
  return (
    <div className="pt-[12dvh] max-md:pt-4 short:pt-2">
      <WelcomeTitle name={name} textKey={`chat.media.welcome.${model.kind}`} />
      <p className="mt-2 text-soft">{modelTip(t, model)}</p>
      <p className="mt-2 text-soft">{t('chat.media.free')}</p>
      <Starters
        isShort
        starters={starterNames.map((starter) => t(`chat.media.starters.${model.kind}.${starter}`))}
      />
      <p className="mt-6 text-14">
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
