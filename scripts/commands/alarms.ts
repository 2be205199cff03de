import type { Command } from 'commander';
import { UsageError } from '#server/errors.ts';
import {
  type ListedAlarm,
  alarmLine,
  lastAlarmCheck,
  listAlarms,
  openAlarms,
} from '#server/services/alarms/openAlarms.ts';
import { quietAlarm } from '#server/services/alarms/quietAlarm.ts';
import { type WayTest, testWays } from '#server/services/alarmChecks/testWays.ts';
import { wholeNumber } from './arguments.ts';
import { asOperator, withMail } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

/** Minutes after which nobody checks any longer: a check runs each minute. */
const lateMinutes = 10;

export function addAlarmsCommands(program: Command): void {
  const alarms = program.command('alarms').description('Alarms: what needs the operator now');
  alarms
    .command('list', { isDefault: true })
    .description(
      'list open alarms and what to do; exits with status 1 if a critical one is open and not quiet, or nobody checks',
    )
    .option('--all', 'include resolved alarms, those raised last first', false)
    .option('--limit <number>', 'how many with --all', wholeNumber('limit'), 50)
    .action(list);
  alarms
    .command('test')
    .description(
      'send a test to the log, by mail and to the webhook, and say what arrived; exits with status 1 if one failed',
    )
    .action(test);
  alarms
    .command('quiet')
    .argument('<number>', 'the number of an open alarm', alarmNumber)
    .description('send nothing about an alarm for some hours')
    .option('--hours <number>', 'for how long', wholeNumber('hours'), 24)
    .option('--end', 'send messages about it again', false)
    .action(quiet);
}

type State = { checked: Date | null; late: boolean; alarms: ListedAlarm[] };

async function list({ all, limit }: { all: boolean; limit: number }): Promise<void> {
  const state = await asOperator(async ({ database, now }): Promise<State> => {
    const checked = (await lastAlarmCheck(database)) ?? null;
    const minutes = (now().getTime() - (checked?.getTime() ?? 0)) / 60_000;
    const alarms = all ? await listAlarms(database, limit) : await openAlarms(database);
    return { checked, late: minutes > lateMinutes, alarms };
  });
  if (state.late || state.alarms.some(isUrgent)) process.exitCode = 1;
  printResult(state, (value) => printState(value, all));
}

function isUrgent({ severity, resolved, quietUntil }: ListedAlarm): boolean {
  const isQuiet = quietUntil !== null && quietUntil > new Date();
  return severity === 'critical' && resolved === null && !isQuiet;
}

function printState({ checked, late, alarms }: State, all: boolean): void {
  if (alarms.length === 0) console.log(all ? 'There were no alarms.' : 'No alarm is open.');
  for (const alarm of alarms) printAlarm(alarm);
  const time = checked?.toISOString() ?? 'never';
  if (late) {
    console.log(`Alarms were checked last: ${time}. No server or worker runs jobs: start one.`);
  } else console.log(`Checked ${time}.`);
}

function printAlarm(alarm: ListedAlarm): void {
  const { id, severity, meaning, action, raised, resolved, quietUntil } = alarm;
  const until = resolved === null ? '' : `  until ${resolved.toISOString()}`;
  const quiet = quietUntil === null ? '' : `  quiet until ${quietUntil.toISOString()}`;
  console.log(`${id}  ${severity}  ${oneLine(alarmLine(alarm))}`);
  console.log(`  since ${raised.toISOString()}${until}${quiet}`);
  console.log(`  ${meaning}`);
  if (resolved === null) console.log(`  → ${action}`);
}

async function test(): Promise<void> {
  const ways = await withMail(testWays);
  if (ways.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
  printResult(ways, (tests) => {
    for (const one of tests) console.log(wayLine(one));
  });
}

function wayLine({ way, outcome, reason }: WayTest): string {
  return `${way}: ${outcome}${reason === null ? '' : ` (${oneLine(reason)})`}`;
}

function alarmNumber(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new UsageError('The number of an alarm must be as in the list: dolores alarms');
}

async function quiet(id: number, { hours, end }: { hours: number; end: boolean }): Promise<void> {
  const until = await asOperator((operator) => quietAlarm(operator, id, end ? 0 : hours));
  printResult({ id, until }, () => {
    console.log(until === null ? 'It is no longer quiet.' : `Quiet until ${until.toISOString()}.`);
  });
}
