import type { SearchSource } from '#contract/search/aiSearch.ts';
import type { SearchScope } from '#domain/search/aiSearch.ts';
import { GptCard } from '#islands/chat/search/GptCard.tsx';
import { SourceFacts } from '#islands/chat/search/SourceFacts.tsx';
import { SourceLink } from '#islands/chat/search/SourceLink.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useId, useState } from 'react';

type Props = { sources: readonly SearchSource[]; scope: SearchScope | undefined };

/** The numbered sources of an answer: pages with the cited passages, and GPTs as cards. */
export function SourceList({ sources, scope }: Props) {
  const { t } = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 border-t border-line pt-3">
      <h3 id={id} className="text-14 font-semibold">
        <span>{t('chat.search.sources')}</span>
        {scope === 'own' && (
          <span className="pl-2 font-normal text-soft">{t('chat.search.ofThisSite')}</span>
        )}
      </h3>
      <ol className="mt-2 flex flex-col gap-3">
        {sources.map((source) => (
          <li key={source.number} className="flex min-w-0 gap-2.5">
            <span className="citation-number" aria-hidden="true">
              {source.number}
            </span>
            {source.gpt_id === undefined ? (
              <div className="grid min-w-0 gap-1">
                <SourceLink source={source} />
                <SourceFacts source={source} />
                <Passages source={source} />
              </div>
            ) : (
              <GptCard source={source} gpt={source.gpt_id} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Longer passages are cut until the user unfolds them. */
const shortCharacters = 180;

function Passages({ source: { quotes } }: { source: SearchSource }) {
  const { t } = useText();
  const [isWhole, setWhole] = useState(false);
  const [first] = quotes;
  if (!first) return null;
  const isLong = quotes.length > 1 || first.text.length > shortCharacters;
  const shown = isWhole ? quotes : [first];
  return (
    <>
      {shown.map(({ start, text }) => (
        <blockquote
          key={start}
          className={`source-quote ${isLong && !isWhole ? 'line-clamp-2' : ''}`}
          dir="auto"
        >
          {text}
        </blockquote>
      ))}
      {isLong && (
        <button
          type="button"
          className="message-button w-max px-1 text-14"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'chat.showLess' : 'chat.search.whole')}
        </button>
      )}
    </>
  );
}
