import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const renderer = fileURLToPath(new URL('../fixtures/pricingRenderer.ts', import.meta.url));

/**
 * Renders the pricing page of every language for a day, path → HTML. `operator` is added to the operator of the tests,
 * such as `{ paymentMethods: ['stripe'] }`. In a process of its own, because pages are rendered by Node alone.
 */
export async function renderPricing(
  day: string,
  operator: object = {},
): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [renderer, day, JSON.stringify(operator)],
    { maxBuffer: 50_000_000 },
  );
  return JSON.parse(stdout) as Record<string, string>;
}
