import { isLinkedGpt } from '#domain/gpts/gptLinks.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { modelTip } from '#islands/chat/models/modelTip.ts';
import { MediaWelcome } from '#islands/chat/welcome/MediaWelcome.tsx';
import { Starters } from '#islands/chat/welcome/Starters.tsx';
import { type Subject, isSearch } from '#islands/chat/subject/useSubject.ts';
import { WelcomeTitle } from '#islands/chat/welcome/WelcomeTitle.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $areModelsRequested, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { MediaAlternatives } from '#islands/chat/media/MediaAlternatives.tsx';
import { whyUnavailable } from '#islands/chat/models/whyUnavailable.ts';
import { MissingScreen } from '#islands/chat/controls/MissingScreen.tsx';
import { starterNames } from '#domain/chat/chat.ts';
import { $aiSearch } from '#stores/chat/aiSearch.ts';

const GptExample = lazyPart(
  async () => (await import('#islands/chat/welcome/GptExample.tsx')).GptExample,
);

type Props = { subject: Extract<Subject, { state: 'model' | 'gpt' }> };

const maxStarters = 6;

/** An empty chat: the name of the model or GPT, and suggested questions. */
export function Welcome({ subject }: Props) {
  if (subject.state === 'gpt') return <GptWelcome subject={subject} />;
  if (isSearch(subject)) return <SearchWelcome />;
  return <ModelWelcome subject={subject} />;
}

function ModelWelcome({ subject }: { subject: Extract<Subject, { state: 'model' }> }) {
  const { t } = useText();
  const { model, name } = subject;
  const isKnown = useStore($areModelsRequested);
  if (model.kind !== 'text') {
    // The two screens differ a lot, so nothing is shown before it is known which one fits.
    if (!isKnown) return <ChatSpinner />;
    return model.available ? (
      <MediaWelcome subject={subject} />
    ) : (
      <MediaUnavailable model={model} />
    );
  }
  return (
    <div className="pt-[12dvh] short:pt-2">
      <WelcomeTitle name={name} textKey="chat.welcome" />
      <p className="mt-2 text-soft">{modelTip(t, model)}</p>
      {model.available && (
        <p className="mt-3">
          <ModelHealth health={model.health} />
        </p>
      )}
    </div>
  );
}

function GptWelcome({ subject }: { subject: Extract<Subject, { state: 'gpt' }> }) {
  const { t, language } = useText();
  const { gpt, model, price } = subject;
  const example = gpt.examples?.[0];
  const lang = gpt.lang ?? undefined;
  return (
    <div className="pt-[6dvh] short:pt-2">
      <GptMark gpt={gpt} className="mb-3 size-14 rounded-[15px]" />
      <h1 tabIndex={-1} className="text-28" lang={lang} dir="auto">
        {gpt.name}
      </h1>
      <p className="text-14 text-faint">
        {gpt.author && <span>{`${t('chat.by', { author: gpt.author })} · `}</span>}
        {model && <span>{`${t('composer.gpt.model', { name: model.title })} · `}</span>}
        <span>{t('chat.priceEach', { count: price })}</span>
      </p>
      <p className="mt-3 whitespace-pre-line text-soft" lang={lang} dir="auto" translate="yes">
        {gpt.welcome_message ?? gpt.description}
      </p>
      {isLinkedGpt(gpt) && <p className="mt-3 text-14 text-faint">{t('chat.fromLink')}</p>}
      {gpt.instructions === null && (
        <p className="mt-3 text-14 text-faint">{t('chat.noInstructions')}</p>
      )}
      <Starters starters={gpt.prompt_starters.slice(0, maxStarters)} lang={lang} />
      {example && <GptExample gpt={gpt} example={example} />}
      <p className="mt-6 text-14">
        <a
          className="inline-flex items-center text-accent underline underline-offset-2 touch:min-h-11"
          href={gptPath(language, gpt.id)}
        >
          {t('chat.about')}
        </a>
      </p>
    </div>
  );
}

/** The screen of a media model that cannot be asked, with alternatives. */
function MediaUnavailable({ model }: { model: ChatModel }) {
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

/** An empty chat with AI search: of the web, or of this site. */
function SearchWelcome() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  return (
    <div className="pt-[12dvh] max-md:pt-4 short:pt-2">
      <h1 tabIndex={-1} className="text-28">
        {t(scope === 'own' ? 'chat.search.site.title' : 'chat.search.title')}
      </h1>
      <p className="mt-2 text-soft">
        {t(scope === 'own' ? 'chat.search.site.explanation' : 'chat.search.explanation')}
      </p>
      {/* The suggested questions depend on what is searched: the web or this site. */}
      {scope && (
        <Starters
          isShort
          starters={starterNames.map((starter) => t(`chat.search.starters.${scope}.${starter}`))}
        />
      )}
    </div>
  );
}
