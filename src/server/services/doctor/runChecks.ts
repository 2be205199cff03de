import { secretRedactor } from '#server/redactSecrets.ts';
import { type Finding, type Level, problem } from '#server/services/doctor/findings.ts';
import { sentenceOf } from '#server/errors.ts';

/** A finding, and the name of its check. */
export type NamedFinding = Finding & { check: string };

type Runnable<Examined> = {
  name: string;
  seconds: number;
  run: (examined: Examined) => Promise<Finding[]>;
};

const order: readonly Level[] = ['problem', 'warning', 'ok'];

/** Runs checks at the same time, each within its limit. A check that fails is a problem itself. */
export async function runChecks<Examined>(
  checks: readonly Runnable<Examined>[],
  examined: Examined,
): Promise<NamedFinding[]> {
  const found = checks.map(async ({ name, seconds, run }) => {
    const findings = await within(seconds, run(examined)).catch((error: unknown) => [
      problem(
        `The check “${name}” could not be done: ${sentenceOf(error)}`,
        'Correct what the other findings name, and run it again.',
      ),
    ]);
    return findings.map((finding) => ({ check: name, ...finding }));
  });
  return (await Promise.all(found)).flat();
}

/** Returns findings with the worst ones first, and without the secrets of the environment. */
export function sortFindings(findings: readonly NamedFinding[]): NamedFinding[] {
  const redact = secretRedactor(process.env);
  return findings
    .toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
    .map((finding) => ({ ...finding, text: redact(finding.text) }));
}

async function within<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => limit.reject(new Error(`it did not end within ${seconds} s`)),
    seconds * 1_000,
  );
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
