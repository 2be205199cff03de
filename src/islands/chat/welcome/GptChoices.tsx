import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { divideByLanguage, languageOfTexts } from '#domain/languages/readers.ts';
import { GptLink, GptLinks } from '#islands/chat/gpts/GptLinks.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $gptCards, loadGptCards } from '#stores/gpts/gptCards.ts';
import { $popularGpts, type GptCard, loadPopularGpts } from '#stores/gpts/gpts.ts';
import { $recentGpts } from '#stores/gpts/recent.ts';
import { $savedGpts } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId } from 'react';

const mostOwn = 4;
const mostOthers = 6;

/** GPTs that the user used or saved, then others in a language of the reader, most used first. */
export function GptChoices({ current }: { current?: string }) {
  const { t } = useText();
  const own = useOwnGpts(current);
  const others = useOtherGpts(
    own?.map(({ id }) => id),
    current,
  );
  // The second list is below the first one, so that it moves nothing when it arrives.
  if (!own) return null;
  return (
    <>
      {own.length > 0 && (
        <Choices title={t('chat.first.yours')} hasAll>
          {own.map(({ id, gpt }) => (
            <GptLink key={id} id={id} gpt={gpt} isCompact />
          ))}
        </Choices>
      )}
      {others.length > 0 && (
        <Choices title={t('chat.first.others')} hasAll={own.length === 0}>
          {others.map((gpt) => (
            <GptLink key={gpt.id} id={gpt.id} gpt={gpt} isCompact />
          ))}
        </Choices>
      )}
    </>
  );
}

/** Returns recent GPTs, then saved ones, with their fields once they are loaded; `undefined` until both lists are known. */
function useOwnGpts(
  current: string | undefined,
): { id: string; gpt: GptCard | undefined }[] | undefined {
  const recent = useStore($recentGpts);
  const saved = useStore($savedGpts);
  const cards = useStore($gptCards);
  const ids = [...new Set([...(recent ?? []), ...(saved ?? [])])]
    .filter((id) => id !== current && cards[id] !== 'missing')
    .slice(0, mostOwn);
  const joined = ids.join('\n');
  useEffect(() => {
    if (joined !== '') void loadGptCards(joined.split('\n'));
  }, [joined]);
  if (!recent || !saved) return undefined;
  return ids.map((id) => {
    const card = cards[id];
    return { id, gpt: typeof card === 'object' ? card : undefined };
  });
}

/** Returns used or recommended GPTs besides the user's own. None after a failure: the screen of all GPTs tries again. */
function useOtherGpts(own: readonly string[] = [], current = ''): readonly GptCard[] {
  const { language } = useText();
  const popular = useStore($popularGpts);
  useEffect(() => void loadPopularGpts(language), [language]);
  if (popular.state !== 'ready') return [];
  const { known } = divideByLanguage(popular.items, language, languageOfTexts);
  return known.filter(({ id }) => id !== current && !own.includes(id)).slice(0, mostOthers);
}

type ChoicesProps = {
  title: string;
  /** Whether a link to the screen of all GPTs is beside the title. */
  hasAll: boolean;
  children: ReactNode;
};

function Choices({ title, hasAll, children }: ChoicesProps) {
  const { t, language } = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5 max-md:mt-0.5">
      <div className="flex min-h-9 items-center justify-between gap-3 text-14">
        <h2 id={id} className="text-14 font-medium text-soft">
          {title}
        </h2>
        {hasAll && (
          <a
            className="inline-flex items-center text-accent underline underline-offset-2 touch:min-h-11"
            href={chatScreenPath(language, 'gpts')}
          >
            {t('chat.first.all')}
          </a>
        )}
      </div>
      <GptLinks isCompact>{children}</GptLinks>
    </section>
  );
}
