import { CodeLines } from '#islands/answer/CodeLines.tsx';
import { codeLanguage } from '#islands/answer/codeLanguages.ts';
import { type CodePiece, cachedPieces, highlight } from '#islands/answer/highlight.ts';
import { useText } from '#islands/shared/text.tsx';
import { copyText } from '#stores/browser/copyText.ts';
import { memo, useEffect, useState } from 'react';

type Props = {
  code: string;
  /** The info string of the fence, which begins with the name of the language. */
  info: string;
  /** Whether the code is complete. Only complete code is highlighted. */
  closed: boolean;
};

/** A block of code with its language and a button that copies it. */
export const CodeBlock = memo(function CodeBlock({ code, info, closed }: Props) {
  const { t } = useText();
  const { id, name } = codeLanguage(info);
  const pieces = usePieces(code, closed ? id : undefined);
  return (
    <div className="answer-code">
      <div className="answer-code-head">
        <span dir="ltr" translate="no">
          {name === '' ? t('chat.code') : name}
        </span>
        <button
          type="button"
          className="answer-copy"
          onClick={() => void copyText(code, 'chat.codeCopied')}
        >
          {t('chat.copyCode')}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards can only scroll focusable elements */}
      <pre tabIndex={0} dir="ltr" translate="no">
        <code>
          <CodeLines code={code} pieces={pieces} />
        </code>
      </pre>
    </div>
  );
});

/** Returns the highlighted pieces of the code when they are ready. */
function usePieces(code: string, language: string | undefined): readonly CodePiece[] | undefined {
  const [highlighted, setHighlighted] = useState<{ code: string; pieces: readonly CodePiece[] }>();
  const cached = language === undefined ? undefined : cachedPieces(code, language);
  const isCached = cached !== undefined;
  useEffect(() => {
    if (language === undefined || isCached) return undefined;
    let isCancelled = false;
    void highlight(code, language).then((pieces) => {
      if (pieces && !isCancelled) setHighlighted({ code, pieces });
    });
    return () => {
      isCancelled = true;
    };
  }, [code, language, isCached]);
  return cached ?? (highlighted?.code === code ? highlighted.pieces : undefined);
}
