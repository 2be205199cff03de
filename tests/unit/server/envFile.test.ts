import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadEnvFile } from '#server/envFile.ts';
import { UsageError } from '#server/errors.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-env-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function load(text: string, environment: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> {
  const file = join(folder, 'dolores.env');
  await writeFile(file, text);
  loadEnvFile(file, environment);
  return environment;
}

it('reads the file of a systemd unit without quotes, and lets the shell win', async () => {
  const text = '# Ours\r\n\nMAIL_FROM=Our Shop <shop@example.org>\r\nSECRET="a # b"\nPORT=80\n';
  expect(await load(text, { PORT: '4321' })).toEqual({
    MAIL_FROM: 'Our Shop <shop@example.org>',
    SECRET: 'a # b',
    PORT: '4321',
  });
});

it.each(['SMTP_URL=smtp://a:b#c@example.org', 'A=1\nexport B = x # y'])(
  'refuses a value that systemd would read otherwise: %j',
  async (text) => {
    await expect(load(text)).rejects.toThrow(/line \d: put the value in quotes/);
  },
);

it('says that a file is missing', () => {
  expect(() => loadEnvFile(join(folder, 'none'), {})).toThrow(UsageError);
});
