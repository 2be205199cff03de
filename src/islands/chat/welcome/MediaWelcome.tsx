import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { MissingScreen } from '#islands/chat/models/MissingScreen.tsx';
import { MediaAlternatives } from '#islands/chat/media/MediaAlternatives.tsx';
import { AnsweredBy } from '#islands/chat/models/AnsweredBy.tsx';
import { ownTip } from '#islands/chat/models/modelTip.ts';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { Starters } from '#islands/chat/welcome/Starters.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { WelcomeTitle } from '#islands/chat/welcome/WelcomeTitle.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $areModelsRequested, type ChatModel } from '#stores/models/models.ts';
import { starterNames } from '#domain/chat/chat.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { useStore } from '@nanostores/react';

type Props = { subject: Extract<Subject, { state: 'model' }> };

/** An empty chat with a model that makes pictures, music or videos, or the reason why it cannot be asked. */
export function MediaWelcome({ subject }: Props) {
  const { model } = subject;
  const isKnown = useStore($areModelsRequested);
  // The two screens differ a lot, so nothing is shown before it is known which one fits.
  if (!isKnown) return <ChatSpinner />;
  return model.available ? <Available subject={subject} /> : <Unavailable model={model} />;
}

function Available({ subject: { model, name } }: Props) {
  const { t, language } = useText();
  return (
    <div className="pt-[12dvh] max-md:pt-4 short:pt-2">
      <WelcomeTitle name={name} textKey={`chat.media.welcome.${model.kind}`} />
      <p className="mt-2 text-soft">{ownTip(t, model)}</p>
      <AnsweredBy model={model} />
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

/** The screen of a media model that cannot be asked, with alternatives. */
function Unavailable({ model }: { model: ChatModel }) {
  const { t } = useText();
  const [title, text] = whyUnavailable(model);
  return (
    <MissingScreen title={t(title, { name: model.title })} text={t(text)} hasModels>
      <p className="mt-4 flex flex-wrap gap-2">
        <MediaAlternatives model={model} />
      </p>
    </MissingScreen>
  );
}
