import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alarms } from '#domain/operation/alarms.ts';
import { readConfig } from '#server/config.ts';
import { conditions } from '#server/services/alarmChecks/conditions.ts';
import { operatorProgram } from '../../../scripts/commands/program.ts';
import { withAlarmList } from '../../../scripts/configuration/alarmList.ts';
import { problemsOf } from '../../setup/configProblems.ts';

describe('the alarms', () => {
  it('are in docs/operating/alarms.md as `npm run configuration` writes them', () => {
    const document = readFileSync('docs/operating/alarms.md', 'utf8');
    expect(withAlarmList(document)).toBe(document);
  });

  it('have a condition each', () => {
    const checked = conditions.flatMap(({ names }) => names);
    expect(checked.toSorted()).toEqual(Object.keys(alarms).toSorted());
  });

  it('name commands that exist', () => {
    const program = operatorProgram();
    const named = Object.values(alarms).flatMap(({ action }) =>
      [...action.matchAll(/`dolores ([a-z -]+)`/g)].map(([, line = '']) => line.split(' ')),
    );
    const missing = named.filter(([group, name]) => {
      const found = program.commands.find((command) => command.name() === group);
      return !found || !(name === undefined || found.commands.some((one) => one.name() === name));
    });
    expect(named.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });
});

describe('the configuration of alarms', () => {
  const url = 'http://10.0.0.7:9000/alarms';
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

  it('takes an address in a private network with a secret of its signatures', () => {
    const environment = { ALARM_WEBHOOK: url, ALARM_WEBHOOK_SECRET: secret };
    expect(readConfig(environment).alarms).toEqual({ email: undefined, webhook: { url, secret } });
    expect(readConfig({}).alarms).toEqual({ email: undefined, webhook: undefined });
  });

  it('refuses an address without a secret, and short secrets', () => {
    expect(problemsOf({ ALARM_WEBHOOK: url })).toEqual([
      'ALARM_WEBHOOK and ALARM_WEBHOOK_SECRET must be set together',
    ]);
    expect(problemsOf({ ALARM_WEBHOOK: url, ALARM_WEBHOOK_SECRET: 'short' })).toEqual([
      'ALARM_WEBHOOK_SECRET must be at least 24 random bytes in Base64: openssl rand -base64 24',
    ]);
  });
});
