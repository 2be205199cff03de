import type { Logger } from 'pino';
import { useCorrections } from '#i18n/catalogues.ts';
import { type Corrections, noCorrections, readCorrections } from '#i18n/corrections.ts';
import { type MessagesConfig, messagesFolder } from '#server/services/messages/messagesFolder.ts';

/** How soon a server speaks with a correction: its mails, and pages that it fills itself. */
const lookMilliseconds = 2_000;

/**
 * Lets this process speak with the operator's corrections, now and as they change. Problems of them are logged once,
 * and the shipped messages are used in their place.
 */
export function followCorrections(config: MessagesConfig, log: Logger): { close(): void } {
  const folder = messagesFolder(config);
  let used = speakWith(noCorrections);
  const look = () => {
    const found = readCorrections(folder);
    if (textOf(found) === used) return;
    for (const problem of found.problems) log.warn({ problem }, 'a corrected message is not used');
    used = speakWith(found);
  };
  look();
  const timer = setInterval(look, lookMilliseconds).unref();
  return { close: () => clearInterval(timer) };
}

/** Returns a text that distinguishes these corrections from others. */
function speakWith(corrections: Corrections): string {
  useCorrections(corrections);
  return textOf(corrections);
}

function textOf({ texts, problems }: Corrections): string {
  return JSON.stringify([[...texts].map(([file, entries]) => [file, ...entries]), problems]);
}
