import { chatPath } from '#domain/chat/chatPaths.ts';
import { isLedgerReason } from '#domain/credits/credits.ts';
import { formatOf } from '#i18n/format.ts';
import { MoreButton, PageLoading } from '#islands/chat/settings/PagedItems.tsx';
import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $creditHistory,
  type HistoryRow,
  loadCreditHistory,
  loadOlderHistory,
} from '#stores/account/creditHistory.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { $models, titleOfModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type Entry = HistoryRow['entries'][number];
type Question = NonNullable<HistoryRow['question']>;

/** Rows that are shown at first, so that the sections below are near. */
const firstRows = 5;

/** The history of the credits: one row a question, and one for each other change. */
export function HistoryList() {
  const { t } = useText();
  const list = useStore($creditHistory);
  const { items, hasMore, loading, problem } = list;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLUListElement>(null);
  useEffect(() => void loadCreditHistory(), []);
  const shown = isOpen ? items : items.slice(0, firstRows);
  const isCut = shown.length < items.length;
  const more = (): Promise<void> | void => {
    setOpen(true);
    if (!isCut) return loadOlderHistory();
  };
  return (
    <>
      {!loading && items.length === 0 && !problem && (
        <p className="text-soft">{t('settings.credits.none')}</p>
      )}
      <ul ref={root} aria-labelledby="history" className="divide-y divide-line">
        {shown.map((row) =>
          row.kind === 'question' ? (
            <QuestionRow key={row.id} row={row} />
          ) : (
            <EntryRow key={row.id} entry={row.entries[0]} />
          ),
        )}
      </ul>
      <Problem problem={problem} className="mt-2" />
      <PageLoading list={list} />
      {(isCut || (hasMore && (items.length > 0 || problem))) && (
        <MoreButton
          text={t(problem ? 'chat.failed.tryAgain' : 'settings.credits.older')}
          isBusy={loading}
          list={root}
          onMore={more}
        />
      )}
    </>
  );
}

/** A question with its model, GPT and cost, or why it was free. Its ledger entries are shown on demand. */
function QuestionRow({
  row: { question, created, balance_change: change, entries },
}: {
  row: HistoryRow;
}) {
  const { t, language } = useText();
  const end = entries.find(({ kind }) => kind === 'settle' || kind === 'release');
  const reason = useReason(end);
  return (
    <li className="min-w-0 py-2">
      <Line amount={change === 0 ? t('settings.credits.free') : formatOf(language).signed(change)}>
        <p className="truncate font-medium" dir="auto">
          {question ? <QuestionLink question={question} /> : t('settings.credits.deleted')}
        </p>
        <Facts question={question} created={created} />
        {end?.kind === 'release' && reason !== '' && <p className="text-14 text-soft">{reason}</p>}
        {!end && <p className="text-14 text-soft">{t('settings.credits.kind.hold')}</p>}
      </Line>
      {/* As wide as the row, so that its amounts are below the one of the question. */}
      <details className="text-14">
        <summary className="w-fit cursor-pointer py-1 text-soft touch:py-3">
          {t('settings.credits.entries')}
        </summary>
        <ul className="border-l-2 border-line pl-3">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function QuestionLink({ question: { text, conversation } }: { question: Question }) {
  const { language } = useText();
  const href = chatPath(language, toChatTarget(conversation.target), {
    conversation: conversation.id,
  });
  return (
    <a href={href} className="text-accent underline underline-offset-2">
      {text.trim() === '' ? conversation.title : text}
    </a>
  );
}

/** The time, the model and the GPT of a question. */
function Facts({ question, created }: Pick<HistoryRow, 'question' | 'created'>) {
  const formatTime = useFormatTime();
  const { models } = useStore($models);
  const model = question && titleOfModel(models, question.model);
  return (
    <p className="flex min-w-0 flex-wrap gap-x-2 text-14 text-faint">
      <time dateTime={created} className="shrink-0">
        {formatTime(created)}
      </time>
      {question?.gpt && (
        <span className="min-w-0 truncate" dir="auto">
          {question.gpt.name}
        </span>
      )}
      {model !== undefined && <span>{model}</span>}
    </p>
  );
}

function EntryRow({ entry }: { entry: Entry | undefined }) {
  const { t, language } = useText();
  const formatTime = useFormatTime();
  const reason = useReason(entry);
  if (!entry) return null;
  const { kind, created } = entry;
  const { balance_change: change, held_change: held, frozen_change: frozen } = entry;
  return (
    <li className="min-w-0 py-2">
      <Line amount={formatOf(language).signed(change)}>
        <p className="font-medium">
          {kind === 'settle'
            ? t('settings.credits.kind.settle', { count: Math.abs(held) })
            : t(`settings.credits.kind.${kind}`)}
        </p>
        {change === 0 && frozen !== 0 && (
          <p className="text-14 text-soft">
            {t('settings.credits.frozenPart', { count: Math.abs(frozen) })}
          </p>
        )}
        {reason !== '' && <p className="text-14 text-soft">{reason}</p>}
        <time dateTime={created} className="text-14 text-faint">
          {formatTime(created)}
        </time>
      </Line>
    </li>
  );
}

function Line({ amount, children }: { amount: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-3">
      <div className="min-w-0 flex-1">{children}</div>
      <span className="shrink-0 tabular-nums">{amount}</span>
    </div>
  );
}

/** Returns the reason of a ledger entry in words, or an empty text if its kind is sufficient. */
function useReason(entry: Entry | undefined): string {
  const { t } = useText();
  if (!entry) return '';
  const { kind, reason } = entry;
  if (isLedgerReason(reason)) return t(`settings.credits.reason.${reason}`);
  // The hold of an answer was released: the chat shows the same sentence below that answer.
  if (kind !== 'release') return '';
  const key = `chat.reason.${reason}`;
  // The server may be newer than this page and send a reason without a text.
  return t(key) === key ? '' : t(key);
}
