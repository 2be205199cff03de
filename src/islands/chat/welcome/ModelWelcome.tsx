import { AnsweredBy } from '#islands/chat/models/AnsweredBy.tsx';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { ownTip } from '#islands/chat/models/modelTip.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';

/** The first question needs the message box only, so this comes after it. */
const FirstSteps = lazyPart(
  async () => (await import('#islands/chat/welcome/FirstSteps.tsx')).FirstSteps,
);

/** An empty chat with a text model: what it is good at, and what one can do here. */
export function ModelWelcome({ subject }: { subject: Extract<Subject, { state: 'model' }> }) {
  const { t } = useText();
  const { model } = subject;
  return (
    <div className="pt-[2dvh] max-md:-mt-2 max-md:pt-0 short:mt-0 short:pt-2">
      <h1 tabIndex={-1}>
        {/* For screen readers, which pause after it: the bar above shows the name. */}
        <span className="sr-only">{`${model.title}. `}</span>
        <span className="block text-28 max-md:text-18">{t('chat.welcome')}</span>
      </h1>
      <p className="mt-2 text-soft max-md:mt-0 max-md:text-14">
        {[model.title, ownTip(t, model)].filter(Boolean).join(' · ')}
      </p>
      <AnsweredBy model={model} />
      {model.available && model.health !== 'working' && (
        <p className="mt-2">
          <ModelHealth health={model.health} />
        </p>
      )}
      <FirstSteps subject={subject} />
    </div>
  );
}
