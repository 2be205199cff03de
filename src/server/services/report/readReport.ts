import type { Day } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import type { Span } from '#server/db/queries/costs.ts';
import {
  type ProviderSpending,
  readProviderSpending,
} from '#server/db/queries/operationFigures.ts';
import {
  type AnswersInTime,
  type CurrencyMoney,
  type DailyMoney,
  type People,
  type Publishes,
  type ReportedAlarm,
  type UnfinishedAnswers,
  type UsedGpt,
  countPeople,
  countPublishes,
  countUnfinished,
  readAlarms,
  readAnswersInTime,
  readDailyMoney,
  readDailySignUps,
  readMoney,
  readUsedGpts,
} from '#server/db/queries/report.ts';
import { setUntilCommit } from '#server/db/settings.ts';
import { type ModelMargin, readMargin } from '#server/services/costs/reportMargin.ts';
import { type OperationFigures, figuresIn } from '#server/services/metrics/readFigures.ts';
import { type Period, curveDays, periodBefore, spanOf } from '#server/services/report/periods.ts';

const mostGpts = 10;
const mostAlarms = 100;

/** The events of a period. Money of answers and providers in micro-USD, of orders in minor units. */
export type PeriodFigures = {
  people: People;
  models: ModelMargin[];
  unfinished: UnfinishedAnswers[];
  money: CurrencyMoney[];
  /** Payments to providers, with today’s caps. */
  spending: ProviderSpending[];
  publishes: Publishes;
};

/** Figures of one day. */
export type DayFigures = Omit<AnswersInTime, 'time'> & {
  day: Day;
  signUps: number;
  money: Omit<DailyMoney, 'day'>[];
};

export type Report = {
  /** The address of the site. */
  site: string;
  /** When it was made, and whether the period was over. */
  made: Date;
  isComplete: boolean;
  period: Period;
  figures: PeriodFigures;
  before: PeriodFigures;
  gpts: UsedGpt[];
  days: DayFigures[];
  /** The hours of a day that had answers; empty for a month. */
  hours: AnswersInTime[];
  /** Open alarms, and those that were raised in the period. */
  alarms: ReportedAlarm[];
  /** The state when the report was made. */
  state: OperationFigures;
};

/** Reads the report of a period in one snapshot of the database, so that its figures fit together. */
export async function readReport(
  { config, database, now }: CorePlatform,
  period: Period,
): Promise<Report> {
  const made = now();
  const span = spanOf(period);
  return database.query.transaction(
    async (transaction) => {
      // A month takes longer than the query of a page may.
      await setUntilCommit(transaction, { statement_timeout: '10min' });
      return {
        site: config.publicUrl,
        made,
        isComplete: span.to <= made,
        period,
        figures: await readPeriod(transaction, period),
        before: await readPeriod(transaction, periodBefore(period)),
        gpts: await readUsedGpts(transaction, span, mostGpts),
        days: await readDays(transaction, curveDays(period)),
        hours: period.kind === 'day' ? await readAnswersInTime(transaction, span, 'hour') : [],
        alarms: await readAlarms(transaction, span, mostAlarms),
        state: await figuresIn(transaction, made),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readPeriod(query: Executor, period: Period): Promise<PeriodFigures> {
  const span: Span = spanOf(period);
  return {
    people: await countPeople(query, span),
    models: await readMargin(query, span),
    unfinished: await countUnfinished(query, span),
    money: await readMoney(query, span),
    spending: await readProviderSpending(query, { from: period.first, to: period.last }),
    publishes: await countPublishes(query, span),
  };
}

/** Returns the figures of each of these days, also of those on which nothing happened. */
async function readDays(query: Executor, days: readonly Day[]): Promise<DayFigures[]> {
  const span = spanOf({ first: days[0] ?? '', last: days.at(-1) ?? '' });
  const answers = new Map(
    (await readAnswersInTime(query, span, 'day')).map(({ time, ...counts }) => [time, counts]),
  );
  const signUps = new Map(
    (await readDailySignUps(query, span)).map((row) => [row.day, row.signUps]),
  );
  const money = Map.groupBy(await readDailyMoney(query, span), ({ day }) => day);
  return days.map((day) => ({
    day,
    ...(answers.get(day) ?? { finished: 0, failed: 0, cost: 0 }),
    signUps: signUps.get(day) ?? 0,
    money: (money.get(day) ?? []).map(({ currency, net }) => ({ currency, net })),
  }));
}
