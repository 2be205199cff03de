import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditEntry } from '#server/db/schema/operation.ts';
import { setMessage, unsetMessage } from '#server/services/messages/correctMessage.ts';
import { readMessageName } from '#server/services/messages/messageName.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { TestBrowser } from '../../setup/testBrowser.ts';

let server: AccountServer;
let shell: OperatorShell;
let folder: string;
let networks = 0;

beforeAll(async () => {
  server = await startAccountServer();
  const { dataDir } = server.platform.config;
  folder = join(dataDir, 'messages');
  shell = await openOperatorShell(server.database.url, dataDir);
});

afterAll(async () => {
  await shell.close();
  await server.close();
});

async function lastAudit() {
  const { query } = server.database;
  return (await query.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1))[0];
}

async function set(language: string, message: string, text: string): Promise<void> {
  await setMessage(server.platform, readMessageName(language, message), text);
}

/** The server's message about an unknown gift code. */
async function sayUnknownCode(): Promise<string> {
  const { cookie } = await server.signIn();
  // Guesses are limited by network.
  networks += 1;
  const browser = new TestBrowser(server.url, { cookie, 'x-forwarded-for': `10.2.0.${networks}` });
  const answer = await browser.post('/api/product/code?code=AAAABBBBCCCCDDDD');
  // Other sentences follow.
  return (answer.json as { msg: string }).msg.split('\n')[0] ?? '';
}

/** A server looks for corrections every two seconds. */
function untilItSays(what: string): Promise<void> {
  const say = async () => expect(await sayUnknownCode()).toContain(what);
  return vi.waitFor(say, { timeout: 20_000, interval: 500 });
}

// In order: each continues with the corrections of the one before.
describe('dolores i18n', () => {
  it('corrects a message, which the running server uses, and leaves a record', async () => {
    const shipped = await sayUnknownCode();
    const run = await shell.run('i18n', 'set', 'en', 'product.unknownCode', 'Not a code of ours.');
    expect(run).toMatchObject({ status: 0, err: '' });
    expect(run.out).toContain(`en product.unknownCode was: ${shipped}`);
    expect(run.out).toContain('en product.unknownCode is now: Not a code of ours.');
    expect(run.out).toContain('The site shows it when a server publishes');
    expect(await lastAudit()).toMatchObject({
      action: 'i18n.set',
      subject: 'en product.unknownCode',
      details: { from: shipped, to: 'Not a code of ours.' },
    });
    await untilItSays('Not a code of ours.');
  });

  it('keeps other corrections, in groups and under keys with dots, and lists it', async () => {
    await set('de', 'home.more.load', 'Noch mehr');
    await set('de', 'models.gpt-3.5-turbo', 'Schnell.');
    const run = await shell.run('i18n', 'set', 'de', 'home.heading', 'Finden...', '--no-publish');
    expect(run.out).toContain('is now: Finden...\n  but it has three dots instead of …');
    expect(JSON.parse(await readFile(join(folder, 'de/home.json'), 'utf8'))).toEqual({
      more: { load: 'Noch mehr' },
      heading: 'Finden...',
    });
    const list = await shell.run('i18n', 'list');
    expect(list).toMatchObject({ status: 0, err: '' });
    expect(list.out).toMatch(/de home\.more\.load\n {2}shipped: .+\n {2}shown: +Noch mehr/);
    expect(list.out).toContain('de models.gpt-3.5-turbo');
    expect(list.out).toContain('en product.unknownCode');
  });

  it('checks the messages with the corrections', async () => {
    const run = await shell.run('i18n', 'check');
    expect(run.status).toBe(1);
    expect(run.out).toContain('typography de home.heading has three dots instead of …: Finden...');
    const { status, out } = await shell.run('i18n', 'check', '--json');
    expect([status, JSON.parse(out)]).toEqual([
      1,
      [expect.objectContaining({ kind: 'typography', language: 'de', message: 'home.heading' })],
    ]);
  });

  it.each([
    [['es', 'home.heading', 'x'], 'There is no language “es”: en, zh'],
    [['de', 'hom.heading', 'x'], 'There is no area “hom”: site, home'],
    [['de', 'home.nothing', 'x'], 'There is no message home.nothing'],
    [['de', 'home.more', 'x'], 'home.more is no message, but these are: home.more.load'],
    [['de', 'home.count', 'x'], 'these are: home.count_one, home.count_other'],
    [['de', 'home.headingPage', 'x'], 'The text for de home.headingPage lacks {{page}}'],
    [['de', 'home.heading', '<b>'], 'has markup'],
  ] as const)('refuses %j', async ([language, message, text], sentence) => {
    const before = await lastAudit();
    await expect(set(language, message, text)).rejects.toThrow(sentence);
    expect(await lastAudit()).toEqual(before);
  });

  it('restores the shipped message, once', async () => {
    const run = await shell.run('i18n', 'unset', 'en', 'product.unknownCode');
    expect(run.out).toContain('is as shipped again; it was: Not a code of ours.');
    expect(await lastAudit()).toMatchObject({ action: 'i18n.unset' });
    await untilItSays('We do not know this gift code');
    const again = await shell.run('i18n', 'unset', 'en', 'product.unknownCode');
    expect([again.status, again.err]).toEqual([1, 'en product.unknownCode is not corrected\n']);
    await unsetMessage(server.platform, readMessageName('de', 'models.gpt-3.5-turbo'));
    await unsetMessage(server.platform, readMessageName('de', 'home.more.load'));
    expect(await readFile(join(folder, 'de/home.json'), 'utf8')).not.toContain('more');
  });
});

describe('a wrong file of corrections', () => {
  it('is reported, and the running server uses the shipped messages instead', async () => {
    await mkdir(join(folder, 'en'), { recursive: true });
    const file = join(folder, 'en/product.json');
    const right = 'Right beside wrong.';
    await writeFile(file, JSON.stringify({ unknownCode: right, usedCode: '{{x}}', nothing: 'x' }));
    await untilItSays(right);
    expect(server.logged.join('')).toContain(`${file}: nothing is no key of that file`);
    const list = await shell.run('i18n', 'list');
    expect(list.status).toBe(1);
    expect(list.err).toContain(`Wrong: ${file}: usedCode has {{x}}, which it is not given`);
    await writeFile(file, '{');
    await untilItSays('We do not know this gift code');
    await expect(set('en', 'product.unknownCode', 'x')).rejects.toThrow(
      `${file} is no JSON object: mend or remove it first`,
    );
    await rm(file);
  });
});
