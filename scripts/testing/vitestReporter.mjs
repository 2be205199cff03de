// Writes the counts and failures of a Vitest run to the file that `VITEST_REPORT` names.
import { writeFileSync } from 'node:fs';

import { describe } from './failures.mjs';
import { noCounts } from './suite.mjs';

/** @implements {import('vitest/node').Reporter} */
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string }[]} errors
   */
  onTestRunEnd(modules, errors) {
    const counts = noCounts();
    for (const module of modules) countModule(counts, module);
    for (const { message } of errors) {
      counts.failed += 1;
      counts.failures.push(describe('Outside of every test', message));
    }
    const file = process.env['VITEST_REPORT'];
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}

/** Counts each error outside of a test as a failure, such as a file that cannot be loaded or a failed hook. */
function countModule(counts, module) {
  const file = module.relativeModuleId;
  for (const test of module.children.allTests()) countTest(counts, file, test);
  for (const part of [module, ...module.children.allSuites()]) {
    for (const { message } of part.errors()) {
      counts.failed += 1;
      counts.failures.push(
        describe(part === module ? file : `${file} › ${part.fullName}`, message),
      );
    }
  }
}

function countTest(counts, file, test) {
  const { state, errors = [] } = test.result();
  counts[state === 'pending' ? 'skipped' : state] += 1;
  if (state !== 'failed') return;
  const reason = errors.map(({ message, diff = '' }) => `${message}\n${diff}`).join('\n');
  counts.failures.push(describe(`${file} › ${test.fullName}`, reason));
}
