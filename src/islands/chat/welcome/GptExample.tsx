import { Markdown } from '#islands/chat/answerParts/Markdown.tsx';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { suggestQuestion } from '#stores/drafts/suggestion.ts';
import type { Gpt } from '#stores/gpts/gpts.ts';
import { useState } from 'react';

type Example = NonNullable<Gpt['examples']>[number];

/** Characters and lines of an answer of which only the beginning is shown at first. */
const longCharacters = 400;
const longLines = 6;

/** A recorded question to a GPT, with the beginning of its answer. */
export function GptExample({ gpt, example }: { gpt: Gpt; example: Example }) {
  const { t } = useText();
  const { question, answer, model } = example;
  const lang = example.lang ?? gpt.lang ?? undefined;
  const isLong = answer.length > longCharacters || answer.split('\n').length > longLines;
  const [isWhole, setWhole] = useState(false);
  const isCut = isLong && !isWhole;
  const ask = (): void => {
    suggestQuestion(question);
    document.getElementById('message')?.focus();
  };
  return (
    <figure className="mt-6" aria-labelledby="gpt-example">
      <h2 id="gpt-example" className="text-14 font-medium text-soft">
        {t('chat.example.title')}
      </h2>
      <div className="mt-2 rounded-large border border-line bg-raised px-4 pt-3 pb-1.5">
        <p className="font-medium" lang={lang} dir="auto" translate="yes">
          {question}
        </p>
        <div
          lang={lang}
          className={`mt-2 text-[0.9375rem] ${isCut ? 'max-h-28 overflow-hidden [mask-image:linear-gradient(#000_55%,transparent)]' : ''}`}
          inert={isCut}
        >
          <Markdown text={answer} isGrowing={false} />
        </div>
        <div className="-ml-2 flex flex-wrap items-center gap-x-2">
          {isCut && (
            <button type="button" className={smallButton} onClick={() => setWhole(true)}>
              {t('chat.example.whole')}
            </button>
          )}
          <button type="button" className={smallButton} onClick={ask}>
            {t('chat.example.ask')}
          </button>
          <span className="px-2 text-12 text-faint">
            {model === null ? t('chat.example.byAuthor') : t('chat.example.byModel', { model })}
          </span>
        </div>
      </div>
    </figure>
  );
}
