// Writes what a run of Vitest counted, and what failed, to the file that `VITEST_REPORT` names.
import { writeFileSync } from 'node:fs';

import { describe, titleOf } from './failures.mjs';
import { nothing } from './suite.mjs';

/** @implements {import('vitest/node').Reporter} */
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string }[]} errors
   */
  onTestRunEnd(modules, errors) {
    const counts = nothing();
    for (const module of modules) countModule(counts, module);
    for (const { message } of errors) {
      counts.failed += 1;
      counts.failures.push(describe('Outside of every test', message));
    }
    const file = process.env['VITEST_REPORT'];
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}

/** A file that cannot be loaded, or hooks that fail, have no failed test in them: each such error counts as one. */
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
  const isFlaky = test.diagnostic()?.flaky === true;
  counts[state === 'pending' ? 'skipped' : state] += 1;
  if (state !== 'failed' && !isFlaky) return;
  const reason = errors.map(({ message, diff = '' }) => `${message}\n${diff}`).join('\n');
  counts.failures.push(describe(titleOf(`${file} › ${test.fullName}`, isFlaky), reason));
}
