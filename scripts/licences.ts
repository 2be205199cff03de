import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { type Package, packagesOf, refusedLicences } from './licences/packages.ts';

const { json } = new Command('licences')
  .description(
    'Prints every package that production installs: version, licence, hash of its archive. Fails on a licence that is not allowed.',
  )
  .option('--json', 'the list as CycloneDX, for other programs')
  .parse()
  .opts<{ json?: boolean }>();

// npm writes the list from the lockfile alone, without the registry.
const args = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'];
const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 64 * 1024 * 1024 });
const packages = packagesOf(stdout);
if (json === true) console.log(stdout.trim());
else printPackages(packages);
const refused = refusedLicences(packages);
for (const { name, licence } of refused) console.error(`${name}: ${licence} is not allowed`);
process.exitCode = refused.length > 0 ? 1 : 0;

function printPackages(list: readonly Package[]): void {
  for (const { name, version, licence, hash } of list) {
    console.log(`${`${name} ${version}`.padEnd(60)} ${licence.padEnd(24)} ${hash}`);
  }
  console.log(`${list.length} packages`);
}
