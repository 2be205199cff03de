import { BlockTokens } from '#islands/answer/BlockTokens.tsx';
import { FootnoteContext } from '#islands/answer/FootnoteLink.tsx';
import { readMarkdown } from '#markdown/readMarkdown.ts';
import type { Block } from '#markdown/splitBlocks.ts';
import { useText } from '#islands/shared/text.tsx';
import { useContext, useMemo } from 'react';

type Footnote = Extract<Block, { kind: 'footnote' }>;

/** The list of footnotes below the text. */
export function Footnotes({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useText();
  const { prefix, numbers } = useContext(FootnoteContext);
  if (numbers.size === 0) return null;
  const notes = new Map(
    blocks.flatMap((one): [string, Footnote][] =>
      one.kind === 'footnote' ? [[one.label, one]] : [],
    ),
  );
  return (
    <section className="answer-notes" aria-label={t('chat.footnotes')}>
      <ol>
        {[...numbers].map(([label, number]) => (
          <li key={label} id={`${prefix}${number}`} tabIndex={-1}>
            <Note source={notes.get(label)?.source ?? ''} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Note({ source }: { source: string }) {
  const tokens = useMemo(() => readMarkdown(source), [source]);
  return <BlockTokens tokens={tokens} />;
}
