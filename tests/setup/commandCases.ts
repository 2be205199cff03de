import { hostile, type HostileRows } from './hostileRows.ts';

/** A run of a command: its arguments, and the exit status that shows that it came to its output. */
export type CommandCase = { args: readonly string[]; status: number };

const ok = (...args: string[]): CommandCase => ({ args, status: 0 });
const fails = (...args: string[]): CommandCase => ({ args, status: 1 });

/**
 * Runs of every command, by its words. They print rows with hostile texts, or repeat a hostile argument. In this order,
 * because some remove what others print.
 */
export function commandCases(rows: HostileRows, folder: string): Record<string, CommandCase[]> {
  const why = ['--reason', 'A test'];
  const evil = `evil${hostile}`;
  return {
    ...readingCases(rows, evil),
    ...contentCases(rows, folder, why),
    ...moneyCases(rows, evil, why),
    ...modelCases(rows, evil, why),
    ...siteCases(folder, evil),
    ...peopleCases(rows, folder, why),
    ...copyCases(folder),
  };
}

/** Commands that only read. They come first. */
export function readingCases(rows: HostileRows, evil: string): Record<string, CommandCase[]> {
  return {
    inbox: [ok()],
    'alarms list': [fails(), fails('--all')],
    'alarms quiet': [fails('999', '--hours', '1')],
    'alarms test': [ok()],
    audit: [ok(), ok('--subject', evil)],
    report: [ok('--day', new Date().toISOString().slice(0, 10))],
    'users find': [ok('user'), ok(evil)],
    'users show': [ok(rows.user), fails(evil)],
    'invitations list': [ok()],
    'data sizes': [ok()],
    upgrade: [ok('--check')],
    doctor: [fails()],
    'gpts history sources': [ok()],
    'gpts examples list': [ok(), ok(rows.gpt), ok(evil)],
    'codes list': [ok(), ok('--csv')],
    'discounts list': [ok()],
    'sharing list': [ok(), ok('--all')],
    'sharing show': [ok('1'), fails('999')],
    'ledger verify': [ok()],
    'ledger report': [ok(), ok('--days', '3')],
    'ledger margin': [ok()],
    'mail suppressed': [ok()],
    'media list': [ok()],
    'models list': [ok()],
    'models prices': [ok(), ok('gpt-4o-mini')],
    'models check': [fails()],
    'orders list': [ok()],
    'orders show': [ok(rows.order), fails(evil)],
    'orders events': [ok(), ok('--all'), fails('--retry', evil)],
    'orders status': [ok()],
    'orders compare': [fails()],
    'prices check': [ok()],
    'prices list': [ok()],
    'ranking verify': [ok()],
    'ranking list': [ok()],
    'reviews list': [ok(), ok('--gpt', rows.gpt)],
    'reviews verify': [ok()],
    'reports list': [ok(), ok('--all')],
    'support list': [ok(), ok('--all')],
    'support show': [ok('CCCC-4444'), fails(evil)],
    stats: [ok()],
    votes: [ok()],
    'i18n list': [fails()],
    'i18n check': [fails()],
    'collections list': [fails()],
    'site status': [ok()],
  };
}

function contentCases(
  rows: HostileRows,
  folder: string,
  why: string[],
): Record<string, CommandCase[]> {
  const { gpt } = rows;
  return {
    'gpts import': [fails(`${folder}/gpts.jsonl`), fails(`${folder}/missing${hostile}`)],
    'gpts export': [ok('--file', `${folder}/out.jsonl`)],
    'gpts generate': [ok('--count', '1', '--days', '1', '--file', `${folder}/made.jsonl`)],
    'gpts edit': [ok('plain', '--set', `name=new${hostile}`), fails(gpt, '--set', 'name=x')],
    'gpts hide': [ok(gpt, ...why)],
    'gpts show': [ok(gpt)],
    'gpts visibility': [ok(gpt, 'link')],
    'gpts sample': [ok('plain')],
    'gpts examples drop': [ok(gpt, '1', ...why)],
    'gpts history remove': [fails(rows.source, ...why)],
    'gpts remove': [ok(gpt, ...why)],
    'reviews hide': [ok(rows.otherReview, ...why)],
    'reviews show': [ok(rows.otherReview)],
    'reports close': [fails(rows.report, '--note', 'done')],
    'shares revoke': [fails(rows.link, ...why)],
    'support close': [ok('AAAA-2222', '--note', `note${hostile}`)],
    'support answer': [fails(`no${hostile}`, '--text', 'An answer')],
    'sharing accept': [fails('999')],
    'sharing refuse': [fails('999', '--reason', 'short')],
    'media resolve': [fails(rows.job, '--reason', `reason${hostile}`), ok(rows.job, ...why)],
    'mail unsuppress': [fails(`no${hostile}`), ok('--all')],
  };
}

function moneyCases(rows: HostileRows, evil: string, why: string[]): Record<string, CommandCase[]> {
  const nobody = 'nobody@example.org';
  return {
    'codes issue': [ok('--grants', 'credits:5', '--note', `note${hostile}`)],
    'codes revoke': [ok('1', ...why), fails('--code', evil)],
    'discounts issue': [ok('--expires', '2030-01-01', '--note', `note${hostile}`)],
    'discounts revoke': [ok('1', ...why), fails('--code', evil)],
    'credits grant': [
      fails(nobody, '5', ...why),
      { args: ['evil\u001b[2J', '5', ...why], status: 2 },
    ],
    'credits adjust': [fails(nobody, '-5', ...why)],
    'credits refund': [fails(nobody, '5', '--order', rows.order, ...why)],
    'orders refund': [fails(rows.user, ...why)],
  };
}

function modelCases(rows: HostileRows, evil: string, why: string[]): Record<string, CommandCase[]> {
  const by = ['--group', 'openai', '--provider', 'openai'];
  const title = ['--title', `Title${hostile}`];
  const added = [...by, '--price', '2', '--upstream', 'own/large', '--title'];
  return {
    'models add': [
      fails('own-model', ...by, '--upstream', evil, ...title),
      ok('own-model', ...added, 'Own'),
    ],
    'models set': [fails('own-model', ...title), ok('own-model', '--title', 'Ours')],
    'models hide': [ok('own-model')],
    'models show': [ok('own-model')],
    'models map': [fails('own-model', 'openai', evil), ok('own-model', 'openai', 'own/other')],
    'models reset': [fails(evil)],
    'models order': [ok('own-model')],
    'models price': [ok('own-model', '--credits', '3', '--reason', `why${hostile}`)],
    'models cap': [ok(), ok('openai', '--dollars', '5', ...why)],
    'models shutdown': [fails(rows.upstream, '--none', ...why)],
    'models remove': [ok('own-model')],
    'prices set': [fails(rows.upstream, '--input', '1', '--output', '1')],
  };
}

function siteCases(folder: string, evil: string): Record<string, CommandCase[]> {
  return {
    'ranking freeze': [ok()],
    'ranking refreeze': [fails('monthly', '2020-01', '--reason', evil)],
    'site publish': [ok('--no-wait')],
    'site rollback': [fails(evil)],
    'site resume': [ok()],
    'site export': [fails(`${folder}/export${hostile}`)],
    'i18n set': [
      fails('en', 'home.heading', `Heading${hostile}`),
      fails('en', evil, 'x'),
      ok('en', 'home.heading', 'Heading'),
    ],
    'i18n unset': [ok('en', 'home.heading'), fails('en', evil)],
  };
}

function peopleCases(
  rows: HostileRows,
  folder: string,
  why: string[],
): Record<string, CommandCase[]> {
  const { user } = rows;
  const mail = ['--subject', `Subject${hostile}`, '--file', `${folder}/gpts.jsonl`];
  return {
    'users block': [ok(user, ...why)],
    'users unblock': [ok(user, ...why)],
    'users message': [fails(`no${hostile}`, ...mail)],
    'users export': [ok(user, `${folder}/person${hostile}.zip`, ...why)],
    'users delete': [ok(user, ...why)],
    'invitations issue': [ok('--note', `note${hostile}`)],
    'invitations revoke': [ok('1', ...why)],
  };
}

function copyCases(folder: string): Record<string, CommandCase[]> {
  return {
    backup: [fails(`${folder}/gpts.jsonl`)],
    restore: [fails(`${folder}/none${hostile}`)],
    hold: [ok(`source${hostile}`)],
    resume: [ok()],
    // The database of this test is not the embedded one.
    'upgrade postgres': [{ args: [], status: 2 }],
  };
}
