import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folders = ['docs', 'scripts', 'src', 'tests'];
const documents = [
  'README.md',
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/^content\/(starter|blog)\//.test(name))
      .map((name) => join(folder, name)),
  ),
];

describe('the documents', () => {
  it('link to files that exist', () => {
    const broken = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/(?<!!)\[[^\]]*\]\(([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(dirname(document), target)))
        .map((target) => `${document} links to ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('explain every script of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const readme = readFileSync('README.md', 'utf8');
    const spelled = (name: string) =>
      ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
    const missing = Object.keys(scripts).filter((name) => !readme.includes(`\`${spelled(name)}`));
    expect(missing).toEqual([]);
  });

  it('say what lives in each folder of the house', () => {
    const server = ['routes', 'services', 'db', 'gateways', 'jobs'].map((name) => `server/${name}`);
    const house = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const silent = [...house, ...server].filter(
      (folder) =>
        !['README.md', '_README.md'].some((name) => existsSync(join('src', folder, name))),
    );
    expect(silent).toEqual([]);
  });
});
