import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Suspense } from 'react';

const loadText = () => import('#islands/answer/AnswerText.tsx');
const AnswerText = fetchLater(async () => (await loadText()).AnswerText, PlainText);

/** Fetches the code that shows answers, while the first one is on its way, and makes it ready. */
export function preloadMarkdown(): void {
  AnswerText.preload();
  loadText().then(
    ({ rehearse }) => rehearse(),
    () => undefined,
  );
}

/** The text of an answer; plain until the code that formats it is there, and where it cannot be fetched. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="answer" dir="auto">
      <Suspense fallback={<PlainText text={text} />}>
        <AnswerText text={text} />
      </Suspense>
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}
