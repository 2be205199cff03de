import { useText } from '#islands/shared/text.tsx';
import { suggestQuestion } from '#stores/drafts/suggestion.ts';

type Props = {
  starters: readonly string[];
  lang?: string | undefined;
  /** Short starters are as wide as their text, so that more of them fit on a phone. */
  isShort?: boolean;
};

const short = {
  // A phone has no space for a title of what explains itself.
  title: 'mt-6 max-md:sr-only',
  list: 'mt-2 grid justify-items-start gap-1.5 md:flex md:flex-wrap',
  button: 'min-h-9 px-3 py-1.5 text-14 touch:min-h-11 max-md:py-1 max-md:leading-tight',
  text: '',
};
const long = {
  title: 'mt-6 max-md:mt-4',
  list: 'mt-2 grid gap-2 md:grid-cols-2',
  button: 'h-full min-h-11 w-full px-4 py-3 max-md:px-3 max-md:py-2 max-md:text-14',
  text: 'line-clamp-3',
};

/** Suggested questions for an empty chat. A pressed one goes into the message box, where it can be changed. */
export function Starters({ starters, lang, isShort = false }: Props) {
  const { t } = useText();
  if (starters.length === 0) return null;
  const classes = isShort ? short : long;
  const choose = (starter: string): void => {
    suggestQuestion(starter);
    document.getElementById('message')?.focus();
  };
  return (
    <>
      <h2 className={`text-14 font-medium text-soft ${classes.title}`}>{t('chat.starters')}</h2>
      <ul className={classes.list}>
        {starters.map((starter) => (
          <li key={starter}>
            <button
              type="button"
              lang={lang}
              className={`cursor-pointer rounded-large border border-line bg-raised text-left hover:border-line-strong ${classes.button}`}
              onClick={() => choose(starter)}
            >
              <span className={classes.text} translate="yes">
                {starter}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
