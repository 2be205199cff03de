import { languageTags } from '#domain/languages/languages.ts';
import { FileInput } from '#islands/chat/controls/FileInput.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $import,
  type Import,
  type ImportReport,
  cancelImport,
  importFile,
} from '#stores/conversations/importing.ts';
import { useStore } from '@nanostores/react';
import { Upload } from 'lucide-react';
import { useRef } from 'react';

/** Imports a file with conversations from another service, with its progress and a report. */
export function ImportConversations() {
  const { t } = useText();
  const state = useStore($import);
  const picker = useRef<HTMLInputElement>(null);
  const isRunning = state.state === 'sending' || state.state === 'reading';

  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('conversations.import.explanation')}</p>
      <FileInput
        ref={picker}
        accept=".json,.zip,application/json,application/zip"
        label={t('conversations.import.choose')}
        onChoose={([file]) => {
          if (file) void importFile(file);
        }}
      />
      {!isRunning && (
        <Button look="quiet" onClick={() => picker.current?.click()}>
          <Upload aria-hidden="true" size={16} />
          <span>{t('conversations.import.choose')}</span>
        </Button>
      )}
      <Progress state={state} />
      <output className="mt-3 block empty:hidden">
        {state.state === 'done' && <Report report={state.report} file={state.file} />}
      </output>
      {state.state === 'failed' && (
        <p role="alert" className="mt-3 text-negative">
          <span className="font-medium break-all">{state.file}</span>
          <span>: </span>
          <span>{t(state.problem.key, state.problem.values)}</span>
        </p>
      )}
    </>
  );
}

function Progress({ state }: { state: Import }) {
  const { t, language } = useText();
  if (state.state !== 'sending' && state.state !== 'reading') return null;
  const { file } = state;
  const percent = new Intl.NumberFormat(languageTags[language], { style: 'percent' });
  const text =
    state.state === 'sending'
      ? t('conversations.import.sending', { file, part: percent.format(state.sent) })
      : t('conversations.import.reading', { file });
  return (
    <div>
      <label className="block text-14 break-words">
        <span>{text}</span>
        <progress
          className="mt-2 block h-2 w-full accent-(--accent)"
          {...(state.state === 'sending' && { value: state.sent })}
        />
      </label>
      <Button look="quiet" className="mt-3" onClick={cancelImport}>
        {t('conversations.import.cancel')}
      </Button>
    </div>
  );
}

function Report({ report, file }: { report: ImportReport; file: string }) {
  const { t } = useText();
  const { imported, unchanged, shortened, long, unread, rejected } = report;
  const moreLong = report.long_count - long.length;
  const moreRejected = report.rejected_count - rejected.length;
  return (
    <>
      <p className="font-medium break-all">{file}</p>
      <ul className="mt-1 list-disc pl-5">
        <li>{t('conversations.import.imported', { count: imported })}</li>
        {unchanged > 0 && <li>{t('conversations.import.unchanged', { count: unchanged })}</li>}
        {shortened > 0 && <li>{t('conversations.import.shortened', { count: shortened })}</li>}
        {long.map(({ title, messages, sent }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two items can be equal
          <li key={index}>
            <bdi>{title}</bdi>
            <span>: </span>
            <span>{t('chat.sentAlong', { all: messages, sent, count: messages - sent })}</span>
          </li>
        ))}
        {moreLong > 0 && <li>{t('conversations.import.more', { count: moreLong })}</li>}
        {report.left_out.map(({ kind, count }) => (
          <li key={kind}>{t(`conversations.import.leftOut.${kind}`, { count })}</li>
        ))}
        {unread === 'conversations' && <li>{t('conversations.import.unread.conversations')}</li>}
        {unread === 'time' && <li>{t('conversations.import.unread.time')}</li>}
        {rejected.length > 0 && (
          <li>
            <span>{t('conversations.import.rejected', { count: report.rejected_count })}</span>
            <ul className="mt-1 list-disc pl-5 text-14 text-soft">
              {rejected.map(({ title, line, reason }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two items can be equal
                <li key={index}>
                  {(title !== '' || line !== null) && (
                    <>
                      <bdi>{title || t('conversations.import.line', { line: line ?? 0 })}</bdi>
                      <span>: </span>
                    </>
                  )}
                  <span>{t(`conversations.import.reason.${reason}`)}</span>
                </li>
              ))}
              {moreRejected > 0 && (
                <li>{t('conversations.import.more', { count: moreRejected })}</li>
              )}
            </ul>
          </li>
        )}
      </ul>
    </>
  );
}
