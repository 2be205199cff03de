import { Suspense, lazy } from 'react';

const loadBlocks = () => import('#islands/chat/MarkdownBlocks.tsx');
const MarkdownBlocks = lazy(async () => ({ default: (await loadBlocks()).MarkdownBlocks }));

/** Fetches the code that shows answers, while the first one is on its way. */
export function preloadMarkdown(): void {
  void loadBlocks();
}

/** The text of an answer; plain until the code that formats it is there. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="answer" dir="auto">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <MarkdownBlocks text={text} />
      </Suspense>
    </div>
  );
}
