import type { BuildMessage } from '#site/buildJob.ts';

/** Tells the publishing process something; resolves when it is under way, also where nobody listens any more. */
export function send(message: BuildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}
