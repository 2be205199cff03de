import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Suspense } from 'react';

const loadBlocks = () => import('#islands/chat/MarkdownBlocks.tsx');
const MarkdownBlocks = fetchLater(async () => (await loadBlocks()).MarkdownBlocks, PlainText);

/** Fetches the code that shows answers, while the first one is on its way. */
export function preloadMarkdown(): void {
  loadBlocks().catch(() => undefined);
}

/** The text of an answer; plain until the code that formats it is there, and where it cannot be fetched. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="answer" dir="auto">
      <Suspense fallback={<PlainText text={text} />}>
        <MarkdownBlocks text={text} />
      </Suspense>
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}
