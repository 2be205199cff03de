import { fetchCode } from '#stores/browser/newVersion.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';

const loadText = () => import('#islands/answer/AnswerText.tsx');
const AnswerText = lazyPart(async () => (await loadText()).AnswerText, {
  waiting: PlainText,
  failed: PlainText,
});

/** Fetches and warms up the code that renders answers, while the first answer is on its way. */
export function preloadMarkdown(): void {
  AnswerText.preload();
  fetchCode(loadText).then(
    ({ warmUpParser }) => warmUpParser(),
    () => undefined,
  );
}

/** The text of an answer. It is plain text until the code that formats it has been fetched. */
export function Markdown({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  return (
    <div className="answer" dir="auto" translate="yes">
      <AnswerText text={text} isGrowing={isGrowing} />
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}
