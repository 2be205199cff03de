import { CodeLines } from '#islands/answer/CodeLines.tsx';
import { codeLanguage } from '#islands/answer/codeLanguages.ts';
import { type CodePiece, highlight, knownPieces } from '#islands/answer/highlight.ts';
import { useText } from '#islands/shared/text.tsx';
import { copyText } from '#stores/thread/lastTurn.ts';
import { memo, useEffect, useState } from 'react';

type Props = {
  code: string;
  /** The language that its fence names. */
  info: string;
  /** Whether it is complete: only then it gets its colours. */
  closed: boolean;
};

/** Code with its language and a button that copies it. */
export const CodeBlock = memo(function CodeBlock({ code, info, closed }: Props) {
  const { t } = useText();
  const { id, name } = codeLanguage(info);
  const pieces = usePieces(code, closed ? id : undefined);
  return (
    <div className="answer-code">
      <div className="answer-code-head">
        <span dir="ltr">{name === '' ? t('chat.code') : name}</span>
        <button
          type="button"
          className="answer-copy"
          onClick={() => void copyText(code, 'chat.codeCopied')}
        >
          {t('chat.copyCode')}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code>
          <CodeLines code={code} pieces={pieces} />
        </code>
      </pre>
    </div>
  );
});

/** The code in its colours, as soon as they are known. */
function usePieces(code: string, language: string | undefined): readonly CodePiece[] | undefined {
  const [coloured, setColoured] = useState<{ code: string; pieces: readonly CodePiece[] }>();
  const known = language === undefined ? undefined : knownPieces(code, language);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (language === undefined || isKnown) return undefined;
    let isGone = false;
    void highlight(code, language).then((pieces) => {
      if (pieces && !isGone) setColoured({ code, pieces });
    });
    return () => {
      isGone = true;
    };
  }, [code, language, isKnown]);
  return known ?? (coloured?.code === code ? coloured.pieces : undefined);
}
