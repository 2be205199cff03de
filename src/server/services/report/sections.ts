import type { PeriodFigures, Report } from '#server/services/report/readReport.ts';
import {
  type Cell,
  change,
  count,
  dollars,
  duration,
  moment,
  money,
  percent,
  plain,
} from '#server/services/report/cells.ts';
import { reportCharts } from '#server/services/report/reportCharts.ts';
import type { Chart } from '#server/services/report/chart.ts';
import { type Period, periodBefore } from '#server/services/report/periods.ts';

/** A table. The first `texts` columns are texts, the others numbers. */
export type Table = {
  title: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
  texts: number;
  /** The sentence in place of a table without rows. */
  empty: string;
};

export type Section = { title: string; tables: readonly Table[]; charts: readonly Chart[] };

/** Returns the report as tables and curves: the same in a terminal, a file and a mail. */
export function reportSections(report: Report): Section[] {
  const [answers, people, income, costs] = reportCharts(report);
  return [
    { title: 'People', tables: [peopleTable(report)], charts: people },
    {
      title: 'Answers',
      tables: [modelTable(report), unfinishedTable(report), gptTable(report)],
      charts: answers,
    },
    { title: 'Money', tables: [moneyTable(report), marginTable(report)], charts: income },
    { title: 'Costs', tables: [providerTable(report)], charts: costs },
    { title: 'Operation', tables: [stateTable(report), alarmTable(report)], charts: [] },
  ];
}

function comparedHead({ period }: Report): string[] {
  // Without the year of a day, so that the change fits beside it on a phone.
  const short = ({ kind, name }: Period) => (kind === 'day' ? name.slice(5) : name);
  return ['', short(period), short(periodBefore(period)), 'change'];
}

/** A row of the number of both periods and its change. */
function compared(
  { figures, before }: Report,
  name: string,
  read: (figures: PeriodFigures) => number,
  format: (value: number) => Cell = count,
): Cell[] {
  const [now, earlier] = [read(figures), read(before)];
  return [{ text: name }, format(now), format(earlier), change(earlier, now)];
}

function peopleTable(report: Report): Table {
  return {
    title: 'People and questions',
    head: comparedHead(report),
    rows: [
      compared(report, 'new accounts', ({ people }) => people.signUps),
      compared(report, 'accounts that asked', ({ people }) => people.askers),
      compared(report, 'of these for the first time', ({ people }) => people.firstQuestions),
      compared(report, 'charged answers', ({ models }) => sum(models, (one) => one.questions)),
      compared(report, 'credits for them', ({ models }) => sum(models, (one) => one.credits)),
      compared(report, 'free answers', ({ models }) => sum(models, (one) => one.free.answers)),
      compared(report, 'failed answers', failedAnswers),
    ],
    texts: 1,
    empty: '',
  };
}

/** Stopped ones are not among them: their users wanted that. */
function failedAnswers({ unfinished }: PeriodFigures): number {
  return sum(
    unfinished.filter(({ state }) => state !== 'stopped'),
    ({ answers }) => answers,
  );
}

function modelTable({ figures, before }: Report): Table {
  const earlier = new Map(before.models.map((one) => [`${one.isGpt} ${one.model}`, one]));
  return {
    title: 'Answers by model',
    head: ['model', 'charged', 'before', 'credits', 'free', 'value', 'cost', 'margin'],
    rows: figures.models.map((one) => [
      plain(one.isGpt ? `GPTs by ${one.model}` : one.model),
      count(one.questions),
      count(earlier.get(`${one.isGpt} ${one.model}`)?.questions ?? 0),
      count(one.credits),
      count(one.free.answers),
      dollars(one.value),
      dollars(one.cost + one.free.cost),
      dollars(one.margin),
    ]),
    texts: 1,
    empty: 'No answers ended.',
  };
}

function unfinishedTable({ figures, before }: Report): Table {
  const keyOf = (one: { state: string; reason: string }) => `${one.state} ${one.reason}`;
  const earlier = new Map(before.unfinished.map((one) => [keyOf(one), one.answers]));
  return {
    title: 'Answers that did not finish',
    head: ['reason', 'state', 'answers', 'before'],
    rows: figures.unfinished.map((one) => [
      { text: one.reason },
      { text: one.state },
      count(one.answers),
      count(earlier.get(keyOf(one)) ?? 0),
    ]),
    texts: 2,
    empty: 'All answers finished.',
  };
}

function gptTable({ gpts }: Report): Table {
  return {
    title: 'GPTs with the most conversations',
    head: ['GPT', 'id', 'conversations'],
    rows: gpts.map(({ id, name, conversations }) => [plain(name), plain(id), count(conversations)]),
    texts: 2,
    empty: 'No GPT was asked.',
  };
}

function moneyTable({ figures, before }: Report): Table {
  const currencies = [...figures.money, ...before.money].map(({ currency }) => currency);
  const nothing = { orders: 0, paid: 0, refunds: 0, refunded: 0, disputes: 0, lost: 0 };
  const find = (of: PeriodFigures, currency: string) =>
    of.money.find((one) => one.currency === currency) ?? nothing;
  const netOf = ({ paid, refunded, lost }: typeof nothing) => paid - refunded - lost;
  return {
    title: 'Payments',
    head: ['currency', 'orders', 'paid', 'refunds', 'refunded', 'lost disputes', 'net', 'before'],
    rows: [...new Set(currencies)].toSorted().map((currency) => {
      const now = find(figures, currency);
      const amount = (value: number) => money(value, currency);
      return [
        { text: currency },
        count(now.orders),
        amount(now.paid),
        count(now.refunds),
        amount(now.refunded),
        amount(now.lost),
        amount(netOf(now)),
        amount(netOf(find(before, currency))),
      ];
    }),
    texts: 1,
    empty: 'Nobody paid, and nothing was returned.',
  };
}

function marginTable(report: Report): Table {
  const all = (pick: (one: PeriodFigures['models'][number]) => number) => (of: PeriodFigures) =>
    sum(of.models, pick);
  return {
    title: 'Margin of answers',
    head: comparedHead(report),
    rows: [
      compared(
        report,
        'value of used credits',
        all((one) => one.value),
        dollars,
      ),
      compared(
        report,
        'cost of answers',
        all((one) => one.cost + one.free.cost),
        dollars,
      ),
      compared(
        report,
        'margin',
        all((one) => one.margin),
        dollars,
      ),
      compared(
        report,
        'answers of unknown cost',
        all((one) => one.unknown),
      ),
    ],
    texts: 1,
    empty: '',
  };
}

function providerTable({ figures, before, state }: Report): Table {
  const all = [figures.spending, before.spending, state.spending];
  const providers = [...new Set(all.flat().map(({ provider }) => provider))].toSorted();
  return {
    title: 'Spending at providers',
    head: ['provider', 'spent', 'before', 'today', 'daily cap', 'of the cap'],
    rows: providers.map((provider) => {
      const [now, earlier, today] = all.map((of) => of.find((one) => one.provider === provider));
      const cap = today?.cap ?? null;
      const spent = today?.spent ?? 0;
      return [
        plain(provider),
        dollars(now?.spent ?? 0),
        dollars(earlier?.spent ?? 0),
        dollars(spent),
        cap === null ? { text: 'none' } : dollars(cap),
        cap === null || cap === 0 ? { text: '–' } : percent(spent / cap),
      ];
    }),
    texts: 1,
    empty: 'Nothing was spent, and no provider has a cap.',
  };
}

function stateTable(report: Report): Table {
  const { state, made, figures } = report;
  const jobs = state.jobs.filter(({ waiting, failed }) => waiting + failed > 0);
  const { published, unchanged, failed } = figures.publishes;
  const last = Math.max(...state.publishing.map(({ succeeded }) => succeeded?.getTime() ?? 0), 0);
  const age = (at: Date | null): Cell =>
    at ? duration((made.getTime() - at.getTime()) / 1_000) : { text: 'never' };
  const rows: [string, Cell][] = [
    ['publishes that made a release', count(published)],
    ['publishes without a change', count(unchanged)],
    ['failed publishes', count(failed)],
    ['age of the last publish', age(last === 0 ? null : new Date(last))],
    ['age of the last backup', age(state.lastBackup)],
    ['due jobs', count(sum(jobs, (job) => job.waiting))],
    ['the oldest waits', duration(Math.max(0, ...jobs.map((job) => job.oldestSeconds)))],
    ['jobs that failed for good', count(sum(jobs, (job) => job.failed))],
    ['mails that wait', count(sum(state.mails, (mail) => mail.waiting))],
    ['running answers with a hold', count(state.holds.open)],
    ['messages of payment providers that are parked', count(state.payments.parked)],
    ['paid orders without credits', count(state.payments.unfulfilled)],
  ];
  return {
    title: `State at ${moment(made).text} UTC`,
    head: ['', 'now'],
    rows: rows.map(([name, cell]) => [{ text: name }, cell]),
    texts: 1,
    empty: '',
  };
}

function alarmTable({ alarms }: Report): Table {
  return {
    title: 'Alarms: open, or raised in this time',
    head: ['alarm', 'about', 'raised (UTC)', 'resolved (UTC)'],
    rows: alarms.map(({ name, subject, raised, resolved }) => [
      plain(name),
      plain(subject),
      moment(raised),
      resolved ? moment(resolved) : { text: 'open' },
    ]),
    texts: 4,
    empty: 'There were none.',
  };
}

function sum<Row>(rows: readonly Row[], pick: (row: Row) => number): number {
  return rows.reduce((all, row) => all + pick(row), 0);
}
