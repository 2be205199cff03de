import { BlockTokens } from '#islands/answer/BlockTokens.tsx';
import { FootnoteContext } from '#islands/answer/FootnoteLink.tsx';
import { readMarkdown } from '#markdown/readMarkdown.ts';
import { type LinkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import { type Block, allBlocks } from '#markdown/splitBlocks.ts';
import { useText } from '#islands/shared/text.tsx';
import { useContext, useMemo } from 'react';

type Props = { blocks: readonly Block[]; definitions: LinkDefinitions };

/** The list of footnotes below the text. No landmark, because a conversation has many. */
export function Footnotes({ blocks, definitions }: Props) {
  const { t } = useText();
  const { prefix, numbers } = useContext(FootnoteContext);
  if (numbers.size === 0) return null;
  const notes = new Map(
    allBlocks(blocks).flatMap((one) =>
      one.kind === 'footnote' ? [[one.label, one.source] as const] : [],
    ),
  );
  return (
    <section className="answer-notes">
      <ol aria-label={t('chat.footnotes')}>
        {[...numbers].map(([label, number]) => (
          <li key={label} id={`${prefix}${number}`} tabIndex={-1}>
            <Note
              source={notes.get(label) ?? ''}
              links={linksOf(notes.get(label) ?? '', definitions)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `links`: the link definitions that the footnote uses, one a line. */
function Note({ source, links }: { source: string; links: string }) {
  const tokens = useMemo(() => readMarkdown(source, links), [source, links]);
  return <BlockTokens tokens={tokens} />;
}
