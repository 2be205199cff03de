import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { readIfThere } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/** The content of `server.json` in the data folder: the address of the server for commands on this machine. */
const serverContent = z.object({
  url: z.string(),
  pid: z.int(),
  public_url: z.optional(z.string()),
  mailbox_url: z.optional(z.string()),
});

type ServerFile = z.output<typeof serverContent>;

type ServerConfig = Pick<Config, 'dataDir' | 'publicUrl'>;

/** Stores the local and public address of this server, and that of the development mailbox. */
export async function storeServerAddress(
  { dataDir, publicUrl }: ServerConfig,
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

/** Returns the local address of the running server of this data folder, or `undefined` if none runs. */
export async function serverAddress(dataDir: string): Promise<string | undefined> {
  return (await runningServer(dataDir))?.url;
}

/** Returns the configuration with the running server's public address, unless `PUBLIC_URL` or `API_URL` is set. */
export async function withServerAddress<Given extends ServerConfig>(
  config: Given,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Given> {
  if (environment['PUBLIC_URL']?.trim() || environment['API_URL']?.trim()) return config;
  const server = await runningServer(config.dataDir);
  // Servers of older versions omit this field.
  return server?.public_url ? { ...config, publicUrl: server.public_url } : config;
}

async function runningServer(dataDir: string): Promise<ServerFile | undefined> {
  try {
    const text = await readIfThere(serverFile(dataDir));
    if (text === undefined) return undefined;
    const found = parseChecked(serverContent, text, 'server.json');
    process.kill(found.pid, 0);
    return found;
  } catch {
    return undefined;
  }
}

function serverFile(dataDir: string): string {
  return join(dataDir, 'server.json');
}
