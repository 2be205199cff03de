import { readSwitches, runCommandLine } from '#server/commandLine.ts';
import { readConfig } from '#server/config.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { resumePublishing } from '#server/services/publishing/shared/followRelease.ts';
import { withServerAddress, serverAddress } from '#server/services/publishing/serverAddress.ts';
import { fetchSnapshot, fetchSnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';
import { foundNote, useRunningServer } from './commands/runningServer.ts';
import { untilSignal } from './commands/untilSignal.ts';

/** `npm run publish-site`: publishes the site from a snapshot of the API; with `--full`, renders every page again. */
await runCommandLine(async () => {
  const { full } = readSwitches(['full']);
  await useRunningServer(process.env);
  const config = await withServerAddress(readConfig(process.env), process.env);
  console.error(`data folder ${config.dataDir}${foundNote()}`);
  const address = config.apiUrl ?? (await serverAddress(config.dataDir));
  if (address === undefined) {
    throw new Error(
      'No server is running here: start it with `npm start`, or name one in API_URL.',
    );
  }
  const token = await operatorToken(config);
  await untilSignal(async (signal) => {
    await resumePublishing(config);
    await publish({
      config,
      isFull: full,
      snapshot: () => fetchSnapshot(address, token),
      changes: (since) => fetchSnapshotChanges(address, token, since),
      progress: (line) => console.log(line),
      signal,
    });
  });
});
