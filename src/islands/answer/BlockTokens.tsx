import { CodeBlock } from '#islands/answer/CodeBlock.tsx';
import { Formula } from '#islands/answer/Formula.tsx';
import { InlineTokens } from '#islands/answer/InlineTokens.tsx';
import type { MarkedToken, OwnToken, Token, Tokens } from '#markdown/readMarkdown.ts';
import { Fragment, type ReactNode } from 'react';

const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;
const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' } as const;

/** Renders the block tokens of Markdown: paragraphs, lists, tables and so on. */
export function BlockTokens({ tokens }: { tokens: readonly Token[] }): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end, so the index is stable
  return tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  const own = token as MarkedToken | OwnToken;
  switch (own.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return <Heading heading={own} />;
    case 'paragraph':
      return (
        <p>
          <InlineTokens tokens={own.tokens} />
        </p>
      );
    case 'hr':
      return <hr />;
    case 'blockquote':
      return (
        <blockquote>
          <BlockTokens tokens={own.tokens} />
        </blockquote>
      );
    case 'list':
      return <List list={own} />;
    case 'table':
      return <Table table={own} />;
    case 'code':
      return <CodeBlock code={own.text} info={own.lang ?? ''} closed />;
    case 'maths':
      return <Formula source={own.text} raw={own.raw} display />;
    case 'plain':
      return <p className="whitespace-pre-wrap">{own.raw}</p>;
    default:
      return <InlineTokens tokens={[token]} />;
  }
}

/** Headings in answers start at level 3: the page has one of level 1, and each answer one of level 2. */
function Heading({ heading }: { heading: Tokens.Heading }) {
  const Level = headings[heading.depth - 1] ?? 'h6';
  return (
    <Level>
      <InlineTokens tokens={heading.tokens} />
    </Level>
  );
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lists only grow at the end
    <li key={index} className={item.task ? 'task' : undefined}>
      <BlockTokens tokens={item.tokens} />
    </li>
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  return <ol start={list.start === '' || list.start === 1 ? undefined : list.start}>{items}</ol>;
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards can only scroll focusable elements
    <div className="answer-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns stay in their order
              <th key={index} scope="col" className={alignmentOf(cell)}>
                <InlineTokens tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows only grow at the end
            <Row key={index} cells={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cells }: { cells: readonly Tokens.TableCell[] }) {
  return (
    <tr>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns stay in their order
        <td key={index} className={alignmentOf(cell)}>
          <InlineTokens tokens={cell.tokens} />
        </td>
      ))}
    </tr>
  );
}

function alignmentOf({ align }: Tokens.TableCell): string | undefined {
  return align ? alignments[align] : undefined;
}
