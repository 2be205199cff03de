import { isScan } from '#domain/chat/attachments.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';
import { fileSize } from '#islands/chat/controls/fileSize.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { focusAfter, neighbourOf } from '#islands/chat/settings/focusAfter.ts';
import { Button } from '#islands/shared/Button.tsx';
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
import { FileText, RotateCcw, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';

/** The files of the draft with their uploads, and the files that were refused. */
export function DraftFiles() {
  const { t } = useText();
  const attachments = useStore($attachments);
  const row = useShownFailure(attachments);
  return (
    <>
      <Refusals />
      {attachments.length > 0 && (
        <ul
          ref={row}
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

/** Scrolls the row of files to the first one that was not uploaded, which a phone may not show. Returns the row's ref. */
function useShownFailure(
  attachments: readonly DraftAttachment[],
): RefObject<HTMLUListElement | null> {
  const row = useRef<HTMLUListElement>(null);
  const place = attachments.findIndex(({ state }) => state === 'failed');
  const key = attachments[place]?.key;
  useEffect(() => {
    const chip = row.current?.children[place];
    if (key === undefined || !(chip instanceof HTMLElement)) return;
    row.current?.scrollTo({ left: chip.offsetLeft - edge });
  }, [key, place]);
  return row;
}

/** Pixels of the row before its first file. */
const edge = 12;

/** Which uploads failed and why. Files with the same reason share one entry, and a button that tries all of them again. */
function Failures({ attachments }: { attachments: readonly DraftAttachment[] }) {
  const { t } = useText();
  const failed = attachments.filter((item) => item.state === 'failed');
  const groups = [...Map.groupBy(failed, ({ problem }) => JSON.stringify(problem)).values()];
  return (
    <div role="alert" className="grid gap-1 px-4 pt-2 text-14 empty:hidden">
      {groups.map((group) => {
        const [first] = group;
        return (
          first && (
            <div key={first.key} className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                <FileNames name={first.name} others={group.length - 1} />
                <span className="block text-negative">
                  {failureText(t, first.problem, group.length)}
                </span>
              </span>
              {group.length > 1 && (
                <Button
                  look="small"
                  className="shrink-0 touch:min-w-11"
                  onClick={() => group.forEach(retryUpload)}
                >
                  <RotateCcw aria-hidden="true" size={16} />
                  <span className="max-md:sr-only">{t('chat.failed.tryAgain')}</span>
                </Button>
              )}
            </div>
          )
        );
      })}
    </div>
  );
}

/** The reason without details is about answers, which cost nothing when they fail. */
function failureText(t: TranslateInBrowser, { key, values }: Message, count: number): string {
  return key === 'errors.internal' ? t('composer.filesFailed', { count }) : t(key, values);
}

/** A name in one line, and how many files there are besides it. A long name is cut shortly before its extension. */
function FileNames({ name, others = 0 }: { name: string; others?: number }) {
  const end = Math.max(0, (/\.[^.\s]{1,8}$/.exec(name)?.index ?? name.length) - 2);
  return (
    <span className="flex whitespace-pre" title={name} dir="auto">
      <span className="truncate">{name.slice(0, end)}</span>
      <span className="shrink-0">{name.slice(end)}</span>
      {others > 0 && <span className="shrink-0">{` +${others}`}</span>}
    </span>
  );
}

function DraftFile({ item }: { item: DraftAttachment }) {
  const { t } = useText();
  return (
    <li
      className={`relative flex w-59 md:w-57 shrink-0 items-center gap-2 overflow-hidden rounded-small border bg-surface p-1 ${item.state === 'failed' ? 'border-negative' : 'border-line'}`}
    >
      <Thumbnail item={item} />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="text-14">
          <FileNames name={item.name} />
        </p>
        <FileState item={item} />
      </div>
      <IconButton
        label={t(item.state === 'uploading' ? 'composer.files.cancel' : 'composer.files.remove', {
          name: item.name,
        })}
        icon={X}
        size={16}
        className="-ml-1.5"
        onClick={(event) => remove(item, event.currentTarget)}
      />
    </li>
  );
}

/** The picture, or the kind of the file; in its place the button that tries a failed upload again. */
function Thumbnail({ item }: { item: DraftAttachment }) {
  const url = item.state === 'ready' ? pictureUrl(item.attachment) : pictureUrl(item);
  const { t } = useText();
  if (item.state === 'failed') {
    return (
      <IconButton
        label={t('composer.files.retry', { name: item.name })}
        icon={RotateCcw}
        hasTip
        className="size-11 bg-sunken text-negative"
        onClick={() => retryUpload(item)}
      />
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
  if (item.state === 'failed') {
    return <p className="truncate text-12 text-negative">{t('composer.files.failed')}</p>;
  }
  if (item.state === 'ready') {
    return (
      <p className="truncate text-12 text-soft">
        {isScan(item.attachment) ? t('composer.files.scan') : fileSize(item.size, language)}
      </p>
    );
  }
  return (
    <>
      <p className="truncate text-12 text-soft tabular-nums">
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
            {refused.map(({ name, others = 0, problem }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same file can be refused twice
              <li key={index} className="wrap-anywhere">
                <strong className="font-semibold text-ink">
                  {others > 0 ? `${name} +${others}` : name}
                </strong>{' '}
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

/** The button is removed with its file. The next file gets the focus, so that several can be removed one after another. */
function remove(item: DraftAttachment, button: HTMLElement): void {
  const neighbour = neighbourOf(button);
  removeAttachment(item);
  focusAfter(neighbour);
}
