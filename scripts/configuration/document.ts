import { ConfigError, readConfig } from '#server/config.ts';
import { EnvironmentReader, type ReadVariable } from '#server/environment.ts';
import { type Description, variableGroups } from './variables.ts';

const beginning = `# Configuration

The server reads these environment variables. None is needed on one machine. In production it does not start without those
marked **needed**. \`npm run configuration\` writes this file from the code that reads the variables, so do not edit it:
describe a variable in \`scripts/configuration/variables.ts\`. \`BLOG_FOLDER\`, which publishes read, names another folder of
[posts](writing.md).
`;

/** Returns the text of `docs/configuration.md`. Throws if the descriptions do not match the variables that are read. */
export function configurationDocument(): string {
  const read = readVariables();
  const needed = neededInProduction();
  const sections = Object.entries(variableGroups).map(([title, group]) => {
    const rows = Object.entries(group).map(([name, description]) =>
      toRow(name, description, read.get(name), needed(name)),
    );
    const head = '| Variable | Purpose | Values | Default |\n|---|---|---|---|';
    return `\n## ${title}\n\n${head}\n${rows.join('\n')}\n`;
  });
  return beginning + sections.join('');
}

function toRow(
  name: string,
  [purpose, unset = '']: Description,
  variable: ReadVariable | undefined,
  need: string,
): string {
  const { values = '', fallback } = variable ?? {};
  const usual = fallback === undefined ? unset : `\`${fallback}\``;
  return `| \`${name}\` | ${purpose}${need} | ${values} | ${usual} |`;
}

/** Returns the variables that the server reads. Throws if the descriptions do not match them. */
export function readVariables(): ReadonlyMap<string, ReadVariable> {
  const read = readUndescribed();
  const described = Object.values(variableGroups).flatMap((group) => Object.keys(group));
  const wrong = [...new Set(described).symmetricDifference(new Set(read.keys()))];
  if (wrong.length > 0) throw new Error(`Not read, or without a description: ${wrong.join(', ')}`);
  return read;
}

function readUndescribed(): ReadonlyMap<string, ReadVariable> {
  // With this address the other variables of that provider are read as well.
  const read = new EnvironmentReader({ COMPATIBLE_BASE_URL: 'http://localhost' });
  readConfig({}, read);
  return read.variables;
}

/** Returns a function from a variable to the remark that production needs it, or one of several. */
export function neededInProduction(): (name: string) => string {
  const problems = problemsInProduction();
  return (name) => {
    if (problems.some((problem) => problem.startsWith(`${name} is missing`)))
      return ' (**needed**)';
    const isOneOf = problems.some((problem) => problem.split(/[ ,]+/).includes(name));
    return isOneOf ? ' (**one provider is needed**)' : '';
  };
}

function problemsInProduction(): readonly string[] {
  try {
    readConfig({ NODE_ENV: 'production' });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
