import { splitBlocks } from '#islands/chat/markdownSplit.ts';
import { answerUrl } from '#islands/chat/answerUrl.ts';
import { useText } from '#islands/shared/text.tsx';
import { type ComponentProps, memo, useDeferredValue, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const plugins = [remarkGfm];

/**
 * Markdown in blocks: while an answer grows, only its last block is parsed again. HTML stays text, pictures become
 * links (loading one would tell a stranger who reads), links open elsewhere and show where they lead.
 */
export function MarkdownBlocks({ text }: { text: string }) {
  // Typing goes before drawing: a text that grows faster than it is drawn is drawn less often.
  const shown = useDeferredValue(text);
  const blocks = useMemo(() => splitBlocks(shown), [shown]);
  // oxlint-disable-next-line react/no-array-index-key -- blocks only grow at the end: their place is their identity
  return blocks.map((block, place) => <Block key={place} text={block} />);
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <div>
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keepUrl}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

const components: Components = {
  a: ({ href, children }) => <AnswerLink href={href}>{children}</AnswerLink>,
  img: ({ src, alt }) => <AnswerImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="answer-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

type LinkProps = { href: string | undefined; children: ComponentProps<'a'>['children'] };

function AnswerLink({ href, children }: LinkProps) {
  const url = answerUrl(href, location.host);
  if (!url) return <span>{children}</span>;
  const shown = typeof children === 'string' && children.includes(url.host);
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!shown && <span className="text-14 text-faint"> ({url.host || url.href})</span>}
    </>
  );
}

function AnswerImage({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const { t } = useText();
  const name = alt ? t('chat.image', { name: alt }) : t('chat.imageUnnamed');
  return <AnswerLink href={src}>{name}</AnswerLink>;
}

/** What a link may lead to is decided by `answerUrl`. */
function keepUrl(url: string): string {
  return url;
}
