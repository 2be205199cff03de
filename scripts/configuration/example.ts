import { neededInProduction, readVariables } from './document.ts';
import { variableGroups } from './variables.ts';

const beginning = `# Copy it to .env (compose.yaml) or /etc/dolores.env (systemd) and fill in the lines without “#”.
# \`npm run configuration\` writes this file; docs/configuration.md says more about each variable.

# For compose.yaml alone
#POSTGRES_PASSWORD=
#SITE_ADDRESS=dolores.example
`;

/** Returns the text of `.env.example`: all variables, with those that production needs ready to be filled in. */
export function environmentExample(): string {
  const read = readVariables();
  const needed = neededInProduction();
  const sections = Object.entries(variableGroups).map(([title, group]) => {
    const lines = Object.entries(group).map(([name, [purpose]]) => {
      const sign = needed(name).includes('**needed**') ? '' : '#';
      return `# ${plainText(purpose)}\n${sign}${name}=${read.get(name)?.fallback ?? ''}\n`;
    });
    return `\n# ${title}\n\n${lines.join('')}`;
  });
  return beginning + sections.join('');
}

/** Returns a description without its Markdown: no code marks, and no links, which lead from another folder. */
function plainText(markdown: string): string {
  return markdown
    .replace(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
}
