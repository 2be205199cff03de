import { useCitations } from '#islands/answer/citations.ts';
import { AnswerImage, AnswerLink } from '#islands/answer/AnswerLink.tsx';
import { FootnoteLink } from '#islands/answer/FootnoteLink.tsx';
import { Formula } from '#islands/answer/Formula.tsx';
import { plainText } from '#markdown/plainText.ts';
import type { TaggedText } from '#markdown/answerExtensions.ts';
import type { MarkedToken, OwnToken, Token } from '#markdown/readMarkdown.ts';
import { useText } from '#islands/shared/text.tsx';
import { Fragment, type ReactNode } from 'react';

/** Renders the inline tokens of Markdown: the text of a paragraph, heading or cell. */
export function InlineTokens({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end, so the index is stable
  return tokens?.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);
}

function inline(token: Token): ReactNode {
  const own = token as MarkedToken | OwnToken;
  switch (own.type) {
    case 'strong':
      return <strong>{<InlineTokens tokens={own.tokens} />}</strong>;
    case 'em':
      return <em>{<InlineTokens tokens={own.tokens} />}</em>;
    case 'del':
      return <del>{<InlineTokens tokens={own.tokens} />}</del>;
    case 'codespan':
      return <code>{own.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return (
        <AnswerLink href={own.href} text={own.text}>
          <InlineTokens tokens={own.tokens} />
        </AnswerLink>
      );
    case 'image':
      return <AnswerImage href={own.href} text={plainText(own.text)} />;
    case 'maths':
      return <Formula source={own.text} raw={own.raw} display={own.display} />;
    case 'footnote':
      return <FootnoteLink label={own.label} raw={own.raw} />;
    case 'tagged':
      return <Tagged name={own.name} tokens={own.tokens} />;
    case 'checkbox':
      return <Task done={own.checked} />;
    case 'text':
      return own.tokens ? <InlineTokens tokens={own.tokens} /> : <Text text={own.text} />;
    case 'escape':
      return <span>{own.text}</span>;
    default:
      return <span>{plainText(own.raw)}</span>;
  }
}

/** Lower or higher text, a key, or marked text. */
function Tagged({ name: Tag, tokens }: Pick<TaggedText, 'name' | 'tokens'>) {
  return (
    <Tag>
      <InlineTokens tokens={tokens} />
    </Tag>
  );
}

/**
 * A text, with citations if the answer has sources. It has an element of its own: page translators replace text nodes, and
 * React throws when it removes one of them.
 */
function Text({ text }: { text: string }): ReactNode {
  const cite = useCitations();
  const plain = plainText(text);
  return <span>{cite ? cite(plain) : plain}</span>;
}

/** The checkbox of a task list. */
function Task({ done }: { done: boolean }) {
  const { t } = useText();
  return (
    <>
      <input
        type="checkbox"
        checked={done}
        disabled
        aria-label={t(done ? 'chat.task.done' : 'chat.task.open')}
      />{' '}
    </>
  );
}
