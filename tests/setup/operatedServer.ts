import { type TestFolder, makeTestFolder } from './importing.ts';
import { type OperatorShell, openOperatorShell } from './operatorProcess.ts';
import { type TestServer, startTestServer } from './server.ts';

export type OperatedServer = TestServer & {
  /** The operator's command line on the server's database. */
  shell: OperatorShell;
  /** For files that commands read. */
  folder: TestFolder;
  /** Returns the API's answer about a GPT, or the status of its refusal. */
  answerOf: (id: string) => Promise<unknown>;
};

type Options = {
  /** Whether the command line has the server's data folder, by which it finds the server; else one of its own. */
  sharesData?: boolean;
};

/** A test server with the operator's command line, and a folder for files. */
export async function startOperatedServer({
  sharesData = false,
}: Options = {}): Promise<OperatedServer> {
  const server = await startTestServer();
  const { dataDir } = server.platform.config;
  const shell = await openOperatorShell(server.database.url, sharesData ? dataDir : undefined);
  const folder = await makeTestFolder();
  return {
    ...server,
    shell,
    folder,
    answerOf: async (id) => {
      const response = await server.fetch(`/api/gpts/${id}`);
      return response.status === 200 ? await response.json() : response.status;
    },
    close: async () => {
      await shell.close();
      await server.close();
      await folder.remove();
    },
  };
}
