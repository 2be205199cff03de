import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The code of the newest mail to an address, from the development mailbox of the running server. */
export async function readCode(email: string): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const { mailbox_url: mailbox } = JSON.parse(
    readFileSync(join(dataDir, 'server.json'), 'utf8'),
  ) as {
    mailbox_url: string;
  };
  const url = new URL(`latest.json?to=${encodeURIComponent(email)}`, mailbox);
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const response = await fetch(url);
        const mail = response.ok ? ((await response.json()) as { text: string }) : undefined;
        code = /\b\d{4}\b/.exec(mail?.text ?? '')?.[0];
        return code;
      },
      { message: 'a code arrives' },
    )
    .toBeDefined();
  return code ?? '';
}
