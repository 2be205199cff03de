import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { readIfThere } from '#release/siteFolder.ts';

/** A server's address for commands on this machine, in `server.json` of its data folder. */
type ServerFile = {
  url: string;
  pid: number;
  public_url?: string;
  mailbox_url: string | undefined;
};

type Told = Pick<Config, 'dataDir' | 'publicUrl'>;

/** Tells commands on this machine where this server is, the development mailbox, and the address that visitors use. */
export async function announceServer(
  { dataDir, publicUrl }: Told,
  url: string,
  mailboxUrl: string | undefined,
): Promise<void> {
  const content: ServerFile = {
    url,
    pid: process.pid,
    public_url: publicUrl,
    mailbox_url: mailboxUrl,
  };
  await writeFile(serverFile(dataDir), `${JSON.stringify(content)}\n`);
}

/** The local address of the running server of this data folder, or `undefined` when none runs. */
export async function serverAddress(dataDir: string): Promise<string | undefined> {
  return (await runningServer(dataDir))?.url;
}

/**
 * The configuration to publish with beside a running server: the address that visitors use is that server’s, unless
 * `PUBLIC_URL` or another API is named here.
 */
export async function besideServer<Beside extends Told>(
  config: Beside,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Beside> {
  if (environment['PUBLIC_URL'] || environment['API_URL']) return config;
  const server = await runningServer(config.dataDir);
  // A server of before this was told does not say it.
  return server?.public_url ? { ...config, publicUrl: server.public_url } : config;
}

async function runningServer(dataDir: string): Promise<ServerFile | undefined> {
  try {
    const text = await readIfThere(serverFile(dataDir));
    const found = JSON.parse(text ?? 'null') as ServerFile | null;
    if (found === null) return undefined;
    process.kill(found.pid, 0);
    return found;
  } catch {
    return undefined;
  }
}

function serverFile(dataDir: string): string {
  return join(dataDir, 'server.json');
}
