import { type ConfigCheck, ok, problem } from '#server/services/doctor/findings.ts';

/** The same as in `scripts/bootstrap/node.mjs`. */
const oldest = [22, 22] as const;

/** Whether this Node runs the product. Node 23 is no longer maintained. */
export const nodeVersion: ConfigCheck = {
  name: 'node',
  seconds: 5,
  run: async () => {
    const { node } = process.versions;
    const [major = 0, minor = 0] = node.split('.').map(Number);
    const isNewEnough = major === oldest[0] ? minor >= oldest[1] : major >= oldest[0] + 2;
    if (isNewEnough) return [ok(`Node ${node} on ${process.platform}-${process.arch}`)];
    return [
      problem(
        `Node ${node} is too old, or no longer maintained`,
        'Start with npm, which brings its own Node, or install Node 24.',
      ),
    ];
  },
};
