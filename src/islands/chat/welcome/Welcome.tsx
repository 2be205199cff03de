import { isLinkedGpt } from '#domain/gpts/gptLinks.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { Starters } from '#islands/chat/welcome/Starters.tsx';
import { type Subject, isSearch } from '#islands/chat/subject/useSubject.ts';
import { priceEach } from '#islands/chat/models/priceEach.ts';
import { ModelWelcome } from '#islands/chat/welcome/ModelWelcome.tsx';
import { withSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useStore } from '@nanostores/react';
import { starterNames } from '#domain/chat/chat.ts';
import { $aiSearch } from '#stores/chat/aiSearch.ts';

const GptExample = lazyPart(
  async () => (await import('#islands/chat/welcome/GptExample.tsx')).GptExample,
);

const MediaWelcome = lazyPart(
  async () => (await import('#islands/chat/welcome/MediaWelcome.tsx')).MediaWelcome,
  withSpinner,
);

const GptChoices = lazyPart(
  async () => (await import('#islands/chat/welcome/GptChoices.tsx')).GptChoices,
);

type Props = { subject: Extract<Subject, { state: 'model' | 'gpt' }> };

const maxStarters = 6;

/** An empty chat with a model, a GPT or AI search: what it does, and suggested questions. */
export function Welcome({ subject }: Props) {
  if (subject.state === 'gpt') return <GptWelcome subject={subject} />;
  if (isSearch(subject)) return <SearchWelcome />;
  return subject.model.kind === 'text' ? (
    <ModelWelcome subject={subject} />
  ) : (
    <MediaWelcome subject={subject} />
  );
}

function GptWelcome({ subject }: { subject: Extract<Subject, { state: 'gpt' }> }) {
  const { t, language } = useText();
  const { gpt, model, price } = subject;
  const example = gpt.examples?.[0];
  const lang = gpt.lang ?? undefined;
  return (
    <div className="pt-[6dvh] max-md:pt-0 short:pt-2">
      {/* On a phone in one row, so that several suggested questions fit on the first screen. */}
      <div className="max-md:mb-1 max-md:flex max-md:items-center max-md:gap-3">
        <GptMark gpt={gpt} className="size-14 rounded-[15px] max-md:size-12 md:mb-3" />
        <h1 tabIndex={-1} className="min-w-0 text-28 max-md:text-22" lang={lang} dir="auto">
          {gpt.name}
        </h1>
      </div>
      <p className="text-14 text-faint">
        {gpt.author && <span>{`${t('chat.by', { author: gpt.author })} · `}</span>}
        {model && <span>{`${t('composer.gpt.model', { name: model.title })} · `}</span>}
        <span className="inline-block">{priceEach(t, price)}</span>
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
      <GptChoices current={gpt.id} />
    </div>
  );
}

/** An empty chat with AI search: of the web, or of this site. */
function SearchWelcome() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  return (
    <div className="pt-[12dvh] max-md:pt-4 short:pt-2">
      <h1 tabIndex={-1} className="text-28 max-md:text-22">
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
