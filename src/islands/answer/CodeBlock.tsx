import { codeLanguage } from '#islands/answer/codeLanguages.ts';
import { type CodePiece, highlight, knownPieces } from '#islands/answer/highlight.ts';
import { useText } from '#islands/shared/text.tsx';
import { copyText } from '#stores/lastTurn.ts';
import { memo, useEffect, useState } from 'react';

type Props = {
  code: string;
  /** What stands behind its fence. */
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
        <code>{pieces ? pieces.map(coloured) : <PlainCode code={code} />}</code>
      </pre>
    </div>
  );
});

/** Lines that are laid out together while code is written: the whole of a long one would take the time of a frame. */
const linesPerPart = 50;

/** Code without colours; of a long one, only the last lines change while it grows. */
function PlainCode({ code }: { code: string }) {
  const lines = code.split('\n');
  if (lines.length <= linesPerPart) return code;
  const count = Math.ceil(lines.length / linesPerPart);
  return Array.from({ length: count }, (_, place) => {
    const part = lines.slice(place * linesPerPart, (place + 1) * linesPerPart).join('\n');
    return (
      // oxlint-disable-next-line react/no-array-index-key -- code only grows at its end
      <span key={place} className="block">
        {place < count - 1 ? `${part}\n` : part}
      </span>
    );
  });
}

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

function coloured({ text, role }: CodePiece, place: number) {
  if (role === undefined) return text;
  return (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a code never change
    <span key={place} className={role}>
      {text}
    </span>
  );
}
