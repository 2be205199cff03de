import { BlockTokens } from '#islands/answer/BlockTokens.tsx';
import { CodeBlock } from '#islands/answer/CodeBlock.tsx';
import { FootnoteContext, numberFootnotes } from '#islands/answer/FootnoteLink.tsx';
import { Footnotes } from '#islands/answer/Footnotes.tsx';
import { readMarkdown } from '#islands/answer/readMarkdown.ts';
import { type Block, BlockSplitter } from '#islands/answer/splitBlocks.ts';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { memo, useId, useMemo, useState } from 'react';

/**
 * The text of an answer, which is Markdown from a stranger: HTML in it is text, pictures are links, links lead
 * elsewhere and say where. While it grows, only its last blocks are read again.
 */
export function AnswerText({ text }: { text: string }) {
  const [splitter] = useState(() => new BlockSplitter());
  const prefix = useId();
  const { blocks, parts, definitions } = splitter.split(text);
  const labels = footnoteLabels(blocks);
  const footnotes = useMemo(
    () => ({ prefix, numbers: numberFootnotes(blocks) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- numbers change with the mentions only, not with each word
    [prefix, labels],
  );
  return (
    <FootnoteContext value={footnotes}>
      {parts.map((part, place) =>
        place === 0 ? (
          <Part key="first" blocks={part} definitions={definitions} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end: their place is their identity
          <div key={place} className="answer-part">
            <Part blocks={part} definitions={definitions} />
          </div>
        ),
      )}
      <Footnotes blocks={blocks} />
    </FootnoteContext>
  );
}

/**
 * Reads a little of everything when the page is idle, once: the first text that is read takes fifty times as long as
 * the next one, as browsers compile patterns with their first use, for each of their two kinds of strings.
 */
export function rehearse(): void {
  if (rehearsed) return;
  rehearsed = true;
  whenIdle(() => readOneOf(rehearsals));
}

let rehearsed = false;
const all =
  'A **b** *c* `d` [e](https://f.g) \\(h\\) [^i]\n\n- j\n1. k\n\n> l\n\n|m|n|\n|-|-:|\n|o|p|';
const rehearsals = ['a', 'A. b', '–', '– b', all, `–${all}`];

function readOneOf([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  readMarkdown(first);
  whenIdle(() => readOneOf(others));
}

type PartProps = { blocks: readonly Block[]; definitions: readonly string[] };

/** Of a long answer, all parts but the last ones are left alone while it grows. */
const Part = memo(function Part({ blocks, definitions }: PartProps) {
  return blocks.map((block, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- blocks only grow at the end: their place is their identity
    <AnswerBlock key={place} block={block} definitions={definitions} />
  ));
});

type BlockProps = { block: Block; definitions: readonly string[] };

function AnswerBlock({ block, definitions }: BlockProps) {
  switch (block.kind) {
    case 'text':
      return <TextBlock source={block.source} links={linksOf(block.source, definitions)} />;
    case 'code':
      return <CodeBlock code={block.code} info={block.info} closed={block.closed} />;
    case 'footnote':
      return null;
  }
}

/** `links`: the definitions that it needs, one a line. */
const TextBlock = memo(function TextBlock({ source, links }: { source: string; links: string }) {
  const tokens = useMemo(() => readMarkdown(source, links), [source, links]);
  return <BlockTokens tokens={tokens} />;
});

function linksOf(source: string, definitions: readonly string[]): string {
  if (definitions.length === 0 || !source.includes('[')) return '';
  const lower = source.toLowerCase();
  return definitions
    .filter((line) =>
      lower.includes(line.slice(line.indexOf('['), line.indexOf(']') + 1).toLowerCase()),
    )
    .join('\n');
}

/** Changes when a footnote is mentioned or defined. */
function footnoteLabels(blocks: readonly Block[]): string {
  const isDefined = blocks.some(({ kind }) => kind === 'footnote');
  if (!isDefined) return '';
  return blocks
    .map((block) => {
      if (block.kind === 'footnote') return `${block.label}:`;
      if (block.kind === 'code') return '';
      return (block.source.match(/\[\^[^\]\s]{1,100}\]/g) ?? []).join('');
    })
    .join('');
}
