import { isLedgerReason } from '#domain/credits.ts';
import { ordersPath } from '#domain/orderPaths.ts';
import { chatPath, pricingPath } from '#domain/urls.ts';
import { languageTags } from '#domain/languages.ts';
import { LotList } from '#islands/chat/settings/LotList.tsx';
import { useMoment } from '#islands/chat/settings/useMoment.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $ledger, type LedgerEntry, loadLedger, loadMoreLedger } from '#stores/account/ledger.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { openRedeem } from '#stores/account/redeem.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** The balance, how to get more, and what happened to the credits. */
export function CreditsSection() {
  const { t, language } = useText();
  const account = useAccount();
  const { items, hasMore, loading, problem } = useStore($ledger);
  useEffect(() => void loadLedger(), []);
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="w-full font-semibold tabular-nums md:w-auto">
          {account && t('chat.balance', { count: account.credit })}
          {account && account.held > 0 && ` (${t('chat.held', { held: account.held })})`}
        </strong>
        <a className="button button-quiet" href={pricingPath(language)}>
          {t('settings.credits.more')}
        </a>
        <a className="button button-quiet" href={ordersPath(language)}>
          {t('settings.credits.orders')}
        </a>
        <button type="button" className="button button-quiet" onClick={openRedeem}>
          {t('account.gift')}
        </button>
      </p>
      {account && account.frozen > 0 && (
        <p className="mb-3 text-14 text-soft">
          {t('settings.credits.frozen', { count: account.frozen })}
        </p>
      )}
      <LotList />
      <h3 id="history" className="mb-1 text-16">
        {t('settings.credits.history')}
      </h3>
      {!loading && items.length === 0 && !problem && (
        <p className="text-soft">{t('settings.credits.none')}</p>
      )}
      <ul aria-labelledby="history" className="divide-y divide-line">
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <p role="alert" className="mt-2 text-14 text-negative empty:hidden">
        {problem && t(problem.key, problem.values)}
      </p>
      <output className="text-14 text-soft empty:hidden">{loading && t('chat.loading')}</output>
      {hasMore && !loading && (
        <button
          type="button"
          className="button button-quiet mt-3"
          onClick={() => void loadMoreLedger()}
        >
          {t(problem ? 'chat.failed.tryAgain' : 'settings.credits.older')}
        </button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t, language } = useText();
  const moment = useMoment();
  const { kind, created, conversation } = entry;
  const { balance_change: change, held_change: held, frozen_change: frozen } = entry;
  const reason = useReason(entry);
  const number = new Intl.NumberFormat(languageTags[language], { signDisplay: 'exceptZero' });
  return (
    <li className="flex min-w-0 items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
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
        <p className="flex min-w-0 flex-wrap gap-x-2 text-14">
          <time dateTime={created} className="shrink-0 text-faint">
            {moment(created)}
          </time>
          {conversation && (
            <a
              href={chatPath(language, toChatTarget(conversation.target), {
                conversation: conversation.id,
              })}
              className="min-w-0 truncate text-accent underline underline-offset-2"
              dir="auto"
            >
              {conversation.title}
            </a>
          )}
        </p>
      </div>
      <span className="shrink-0 tabular-nums">{number.format(change)}</span>
    </li>
  );
}

/** Why the ledger has a row, where there is more to say than its kind does. */
function useReason({ kind, reason }: LedgerEntry): string {
  const { t } = useText();
  if (isLedgerReason(reason)) return t(`settings.credits.reason.${reason}`);
  // Of an answer that cost nothing: the sentence that stands below it in the chat.
  if (kind !== 'release') return '';
  const key = `chat.reason.${reason}`;
  // A reason that is newer than this page has no text.
  return t(key) === key ? '' : t(key);
}
