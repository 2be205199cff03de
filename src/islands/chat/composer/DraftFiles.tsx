import { isScan } from '#domain/chat/attachments.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';
import { fileSize } from '#islands/chat/controls/fileSize.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $attachments,
  $refusedFiles,
  type DraftAttachment,
  pictureUrl,
} from '#stores/drafts/attachments.ts';
import type { Message } from '#stores/browser/message.ts';
import { forgetRefusals, removeAttachment, retryUpload } from '#stores/drafts/uploads.ts';
import { useStore } from '@nanostores/react';
import { CircleAlert, FileText, RotateCcw, X } from 'lucide-react';

/** The files of the draft with their uploads, and the files that were refused. */
export function DraftFiles() {
  const { t } = useText();
  const attachments = useStore($attachments);
  return (
    <>
      <Refusals />
      {attachments.length > 0 && (
        <ul
          aria-label={t('composer.files.label')}
          className="relative flex gap-2 px-3 pt-3 max-md:overflow-x-auto max-md:pb-1 md:flex-wrap"
        >
          {attachments.map((item) => (
            <DraftFile key={item.key} item={item} />
          ))}
        </ul>
      )}
      <Failures attachments={attachments} />
    </>
  );
}

/** Why uploads failed and what to do, the only text about it. Files with the same reason share one line. */
function Failures({ attachments }: { attachments: readonly DraftAttachment[] }) {
  const { t } = useText();
  const reasons = attachments.flatMap((item) =>
    item.state === 'failed' ? [failureText(t, item.problem)] : [],
  );
  return (
    <ul role="alert" className="px-4 pt-2 text-14 text-negative empty:hidden">
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

/** The reason without details is about answers, which cost nothing when they fail. */
function failureText(t: TranslateInBrowser, { key, values }: Message): string {
  return key === 'errors.internal' ? t('composer.filesFailed') : t(key, values);
}

function DraftFile({ item }: { item: DraftAttachment }) {
  const { t } = useText();
  return (
    <li
      className={`relative flex w-60 shrink-0 items-center gap-2 overflow-hidden rounded-small border bg-surface p-1 ${item.state === 'failed' ? 'border-negative' : 'border-line'}`}
    >
      <Thumbnail item={item} />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="truncate text-14" title={item.name} dir="auto">
          {item.name}
        </p>
        <FileState item={item} />
      </div>
      {item.state === 'failed' && (
        <IconButton
          label={t('composer.files.retry', { name: item.name })}
          icon={RotateCcw}
          size={16}
          onClick={() => retryUpload(item)}
        />
      )}
      <IconButton
        label={t(item.state === 'uploading' ? 'composer.files.cancel' : 'composer.files.remove', {
          name: item.name,
        })}
        icon={X}
        size={16}
        onClick={() => remove(item)}
      />
    </li>
  );
}

function Thumbnail({ item }: { item: DraftAttachment }) {
  const url = item.state === 'ready' ? pictureUrl(item.attachment) : pictureUrl(item);
  const { t } = useText();
  if (item.state === 'failed') {
    return (
      <span
        className="flex size-11 shrink-0 items-center justify-center text-negative"
        title={t('composer.files.failed')}
      >
        <CircleAlert aria-hidden="true" size={20} />
        <span className="sr-only">{t('composer.files.failed')}</span>
      </span>
    );
  }
  return (
    <span className="flex size-11 shrink-0 items-center justify-center overflow-hidden rounded-small bg-sunken text-faint">
      {item.kind === 'image' && url !== undefined ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <FileText aria-hidden="true" size={20} />
      )}
    </span>
  );
}

function FileState({ item }: { item: DraftAttachment }) {
  const { t, language } = useText();
  if (item.state !== 'uploading') {
    const size = fileSize(item.size, language);
    const hasPicturesOnly = item.state === 'ready' && isScan(item.attachment);
    return (
      <p className="text-12 text-soft">
        {hasPicturesOnly ? t('composer.files.scan', { size }) : size}
      </p>
    );
  }
  return (
    <>
      <p className="text-12 text-soft tabular-nums">
        {item.sent < 1
          ? t('composer.files.sent', {
              percent: formatOf(language).percent(Math.floor(item.sent * 100)),
            })
          : t('composer.files.checking')}
      </p>
      <progress
        value={item.sent}
        max={1}
        aria-label={t('composer.files.progress', { name: item.name })}
        className="absolute inset-x-0 bottom-0 h-1 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </>
  );
}

function Refusals() {
  const { t } = useText();
  const refused = useStore($refusedFiles);
  return (
    <div role="alert">
      {refused.length > 0 && (
        <div className="flex items-start gap-2 border-b border-line py-1.5 pr-1.5 pl-4 text-14">
          <ul className="min-w-0 flex-1 py-2 text-negative">
            {refused.map(({ name, problem }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same file can be refused twice
              <li key={index}>
                <strong className="font-semibold">{name}</strong>{' '}
                <span>{t(problem.key, problem.values)}</span>
              </li>
            ))}
          </ul>
          <IconButton label={t('composer.close')} icon={X} size={16} onClick={forgetRefusals} />
        </div>
      )}
    </div>
  );
}

/** The button is removed with its file, so the message box gets the focus. */
function remove(item: DraftAttachment): void {
  removeAttachment(item);
  document.getElementById('message')?.focus();
}
