import type { Logger } from 'pino';
import { useCorrections } from '#i18n/catalogues.ts';
import { type Corrections, noCorrections, readCorrections } from '#i18n/corrections.ts';
import { type OperatorFoldersConfig, operatorFolders } from '#server/operatorFolders.ts';

/** The interval at which a server checks the files. */
const reloadMilliseconds = 2_000;

/**
 * Applies the operator's corrections to the texts of this process (its mails, and pages that it fills), now and
 * whenever the files change. Problems are logged once, and shipped messages are used in their place. Returns how to
 * stop.
 */
export function followCorrections(config: OperatorFoldersConfig, log: Logger): { close(): void } {
  const { messages: folder } = operatorFolders(config);
  let used = applyCorrections(noCorrections);
  const reload = () => {
    const found = readCorrections(folder);
    if (textOf(found) === used) return;
    for (const problem of found.problems) log.warn({ problem }, 'a corrected message is not used');
    for (const sentence of found.ignored)
      log.warn({ sentence }, 'a file beside the messages is ignored');
    used = applyCorrections(found);
  };
  reload();
  const timer = setInterval(reload, reloadMilliseconds).unref();
  return { close: () => clearInterval(timer) };
}

/** Applies corrections. Returns a text that is different for different corrections. */
function applyCorrections(corrections: Corrections): string {
  useCorrections(corrections);
  return textOf(corrections);
}

function textOf({ texts, problems, ignored }: Corrections): string {
  return JSON.stringify([
    [...texts].map(([file, entries]) => [file, ...entries]),
    problems,
    ignored,
  ]);
}
