import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The code of the newest mail to an address, from the development mailbox of the running server. */
export async function readCode(email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        code = /^\d{4}$/m.exec((await readMail(email)) ?? '')?.[0];
        return code;
      },
      { message: 'a code arrives' },
    )
    .toBeDefined();
  return code ?? '';
}

/** The text of the newest mail to an address. */
export async function readMail(email: string): Promise<string | undefined> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const text = readFileSync(join(dataDir, 'server.json'), 'utf8');
  const { mailbox_url: mailbox } = JSON.parse(text) as { mailbox_url: string };
  const url = new URL(`latest.json?to=${encodeURIComponent(email)}`, mailbox);
  const response = await fetch(url);
  return response.ok ? ((await response.json()) as { text: string }).text : undefined;
}
