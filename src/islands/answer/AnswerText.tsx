import { BlockTokens } from '#islands/answer/BlockTokens.tsx';
import { CodeBlock } from '#islands/answer/CodeBlock.tsx';
import { FootnoteContext } from '#islands/answer/FootnoteLink.tsx';
import { Footnotes } from '#islands/answer/Footnotes.tsx';
import { InlineTokens } from '#islands/answer/InlineTokens.tsx';
import { completeBlock } from '#markdown/completeBlock.ts';
import { readInlineMarkdown, readMarkdown } from '#markdown/readMarkdown.ts';
import { type LinkDefinitions, linkDefinitions, linksOf } from '#markdown/linkDefinitions.ts';
import { numberFootnotes } from '#markdown/numberFootnotes.ts';
import { type Block, BlockSplitter, allBlocks } from '#markdown/splitBlocks.ts';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { memo, useId, useMemo, useState } from 'react';

type Props = {
  text: string;
  /** Whether the answer is being written, so that open parts at its end are shown as if they were closed. */
  isGrowing?: boolean;
};

/**
 * The text of an answer, which is untrusted Markdown: HTML but for a few tags is text, pictures are links, links lead to other
 * sites and name them. While the text grows, only its last blocks are parsed again.
 */
export function AnswerText({ text, isGrowing = false }: Props) {
  const [splitter] = useState(() => new BlockSplitter());
  const prefix = useId();
  const { blocks, parts, definitions: lines } = splitter.split(text);
  const definitions = useMemo(() => linkDefinitions(lines), [lines]);
  const labels = footnoteLabels(blocks);
  const footnotes = useMemo(
    () => ({ prefix, numbers: numberFootnotes(blocks) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the numbers depend on the labels only, not on each word
    [prefix, labels],
  );
  return (
    <FootnoteContext value={footnotes}>
      {parts.map((blocksOfPart, index) => {
        const part = {
          blocks: blocksOfPart,
          definitions,
          isGrowing: isGrowing && index === parts.length - 1,
        };
        return index === 0 ? (
          <Part key="first" {...part} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end, so the index is stable
          <div key={index} className="answer-part">
            <Part {...part} />
          </div>
        );
      })}
      <Footnotes blocks={blocks} definitions={definitions} />
    </FootnoteContext>
  );
}

/**
 * Parses samples once when the page is idle. The first text that a browser parses takes fifty times as long as the next
 * one, because browsers compile patterns on first use, separately for Latin-1 strings and for others.
 */
export function warmUpParser(): void {
  if (isWarm) return;
  isWarm = true;
  whenIdle(() => parseNext(samples));
}

let isWarm = false;
const everyElement =
  'A **b** *c* `d` [e](https://f.g) \\(h\\) [^i]\n\n- j\n1. k\n\n> l\n\n|m|n|\n|-|-:|\n|o|p|';
const samples = ['a', 'A. b', '–', '– b', everyElement, `–${everyElement}`];

function parseNext([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  readMarkdown(first);
  whenIdle(() => parseNext(others));
}

type PartProps = { blocks: readonly Block[]; definitions: LinkDefinitions; isGrowing: boolean };

/** Memoised, so that only the last parts of a growing answer are rendered again. */
const Part = memo(function Part({ blocks, definitions, isGrowing }: PartProps) {
  return blocks.map((block, index) => (
    <AnswerBlock
      // oxlint-disable-next-line react/no-array-index-key -- blocks are only added at the end, so the index is stable
      key={index}
      block={block}
      definitions={definitions}
      isGrowing={isGrowing && index === blocks.length - 1}
    />
  ));
});

type BlockProps = Omit<PartProps, 'blocks'> & { block: Block };

function AnswerBlock({ block, definitions, isGrowing }: BlockProps) {
  switch (block.kind) {
    case 'text': {
      const source = isGrowing ? completeBlock(block.source) : block.source;
      return <TextBlock source={source} links={linksOf(source, definitions)} />;
    }
    case 'code':
      return <CodeBlock code={block.code} info={block.info} closed={block.closed} />;
    case 'details':
      return <Details {...block} definitions={definitions} isGrowing={isGrowing} />;
    case 'footnote':
      return null;
  }
}

/** A part that readers open. */
function Details({ summary, ...inner }: PartProps & { summary: string }) {
  const tokens = useMemo(() => readInlineMarkdown(summary), [summary]);
  return (
    <details>
      <summary>
        <InlineTokens tokens={tokens} />
      </summary>
      <Part {...inner} />
    </details>
  );
}

/** `links`: the link definitions that the block uses, one a line. */
const TextBlock = memo(function TextBlock({ source, links }: { source: string; links: string }) {
  const tokens = useMemo(() => readMarkdown(source, links), [source, links]);
  return <BlockTokens tokens={tokens} />;
});

/** Returns a text that changes when a footnote is mentioned or defined. */
function footnoteLabels(given: readonly Block[]): string {
  const blocks = allBlocks(given);
  const isDefined = blocks.some(({ kind }) => kind === 'footnote');
  if (!isDefined) return '';
  return blocks
    .map((block) => {
      if (block.kind === 'footnote') return `${block.label}:`;
      if (block.kind !== 'text') return '';
      return (block.source.match(/\[\^[^\]\s]{1,100}\]/g) ?? []).join('');
    })
    .join('');
}
