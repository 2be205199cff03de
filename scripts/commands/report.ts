import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { addDays, dayOf } from '#domain/dates.ts';
import { UsageError } from '#server/errors.ts';
import {
  type Period,
  dayPeriod,
  monthPeriod,
  parsePeriod,
  periodBefore,
} from '#server/services/report/periods.ts';
import { type Report, readReport } from '#server/services/report/readReport.ts';
import { reportCsv } from '#server/services/report/reportCsv.ts';
import { reportHtml } from '#server/services/report/reportHtml.ts';
import { reportMail } from '#server/services/report/reportMail.ts';
import { reportText } from '#server/services/report/reportText.ts';
import { asOperator, withMail } from './operator.ts';
import { printResult } from './output.ts';

type Options = {
  /** `true` without a value: the last one that is over. */
  day?: string | true;
  month?: string | true;
  html?: string;
  csv?: boolean;
  mail?: boolean;
};

export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('what happened in a day or a month (UTC), compared with the one before')
    .addOption(
      new Option('--day [day]', 'such as 2027-01-31 (default: yesterday)').conflicts('month'),
    )
    .option('--month [month]', 'such as 2027-01 (default: the last one)')
    .addOption(
      new Option('--html <file>', 'as one HTML file with curves').conflicts(['csv', 'mail']),
    )
    .addOption(new Option('--csv', 'as CSV, a number in each line').conflicts('mail'))
    .option('--mail', 'by mail to OPERATOR_EMAIL')
    .action(report);
}

async function report(options: Options): Promise<void> {
  const now = new Date();
  const period = periodOf(options, now);
  if (period.first > dayOf(now)) throw new UsageError(`${period.name} has not begun`);
  if (options.mail) return mailReport(period);
  const found = await asOperator((operator) => readReport(operator, period));
  if (options.html !== undefined) return writeHtml(options.html, found);
  printResult(found, () => {
    process.stdout.write(options.csv ? reportCsv(found) : reportText(found));
  });
}

async function writeHtml(file: string, found: Report): Promise<void> {
  await writeFile(file, reportHtml(found), { mode: 0o600 });
  printResult({ file }, () => console.log(`The report is in ${file}`));
}

async function mailReport(period: Period): Promise<void> {
  await withMail(async (operator) => {
    const { email } = operator.config.report;
    if (email === undefined) throw new UsageError('OPERATOR_EMAIL is not set: nobody would get it');
    await operator.mail.send(reportMail(email, await readReport(operator, period)));
    printResult({ mailed: period.name }, () =>
      console.log(`The report of ${period.name} is sent.`),
    );
  });
}

/** Returns the period that was asked for; without one, yesterday. */
function periodOf({ day, month }: Options, now: Date): Period {
  if (typeof month === 'string') return parsed('month', month);
  if (month) return periodBefore(monthPeriod(dayOf(now)));
  return typeof day === 'string' ? parsed('day', day) : dayPeriod(addDays(dayOf(now), -1));
}

function parsed(kind: Period['kind'], name: string): Period {
  const period = parsePeriod(kind, name);
  if (period) return period;
  throw new UsageError(
    `--${kind} must be a ${kind} such as ${kind === 'day' ? '2027-01-31' : '2027-01'}`,
  );
}
