import { count, dollars, money } from '#server/services/report/cells.ts';
import type { Chart } from '#server/services/report/chart.ts';
import type { DayFigures, Report } from '#server/services/report/readReport.ts';

/** Returns the curves of a report: of answers, people, income and costs. */
export function reportCharts(report: Report): [Chart[], Chart[], Chart[], Chart[]] {
  const { days, period } = report;
  // Days of one month need no month.
  const labels = days.map(({ day }) => day.slice(period.kind === 'month' ? 8 : 5));
  const daily = (title: string, series: Chart['series']): Chart => ({
    title,
    unit: 'day',
    labels,
    series,
  });
  const answers = daily('Answers by day', answerSeries(days));
  const costs = days.map(({ cost }) => dollars(cost));
  return [
    period.kind === 'day' ? [hourChart(report), answers] : [answers],
    [
      daily('New accounts by day', [
        { name: 'accounts', values: days.map(({ signUps }) => count(signUps)) },
      ]),
    ],
    currenciesOf(days).map((currency) =>
      daily(`Net income by day in ${currency}`, [
        { name: currency, values: days.map((day) => incomeOf(day, currency)) },
      ]),
    ),
    [daily('Costs of answers by day in dollars', [{ name: 'costs', values: costs }])],
  ];
}

function hourChart({ hours }: Report): Chart {
  const labels = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const nothing = { finished: 0, failed: 0 };
  const all = labels.map((hour) => hours.find(({ time }) => time === hour) ?? nothing);
  return { title: 'Answers by hour (UTC)', unit: 'hour', labels, series: answerSeries(all) };
}

function answerSeries(rows: readonly { finished: number; failed: number }[]): Chart['series'] {
  return [
    { name: 'finished or stopped', values: rows.map(({ finished }) => count(finished)) },
    { name: 'failed', values: rows.map(({ failed }) => count(failed)) },
  ];
}

function currenciesOf(days: readonly DayFigures[]): string[] {
  return [...new Set(days.flatMap((day) => day.money.map(({ currency }) => currency)))].toSorted();
}

function incomeOf(day: DayFigures, currency: string) {
  return money(day.money.find((one) => one.currency === currency)?.net ?? 0, currency);
}
