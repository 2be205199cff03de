import { Command, Option } from 'commander';
import { type Language, languages as allLanguages } from '#domain/languages/languages.ts';
import { photographForReadme, photographScreens } from '../tests/screens/run.ts';
import { pictureLanguages, screens } from '../tests/screens/screens.ts';
import { withProduct } from '../tests/setup/product.ts';

type Options = {
  url?: string;
  mailbox?: string;
  demo?: true;
  out: string;
  only?: string[];
  languages: Language[];
  readme?: true;
};

const languagesOption = new Option('--languages <codes...>', 'of the interface')
  .choices(allLanguages)
  .default([...pictureLanguages]);

const { url, mailbox, demo, out, only, languages, readme } = new Command('screens')
  .description('Photographs every screen in real Chromium, one contact sheet for each.')
  .option('--url <address>', 'photograph a running server instead of one started for this')
  .option('--mailbox <address>', 'its development mailbox, for the screens of a signed-in user')
  .option('--demo', 'photograph a demo, whose rankings are full')
  .option('--out <folder>', 'where the pictures go', '.data/screens')
  .option('--only <names...>', 'only these screens')
  .addOption(languagesOption)
  .option('--readme', 'only the picture of the README, docs/screenshot.png')
  .parse()
  .opts<Options>();

const unknown = only?.filter((name) => !screens.some((screen) => screen.name === name)) ?? [];
if (unknown.length > 0) {
  const known = screens.map(({ name }) => name).join(' ');
  console.error(`There is no screen ${unknown.join(', ')}; there are: ${known}`);
  process.exit(2);
}

// The contact form needs an address, and the Google button needs a client.
const environment = {
  SUPPORT_EMAIL: 'support@example.org',
  GOOGLE_CLIENT_ID: 'screens',
  GOOGLE_CLIENT_SECRET: 'screens',
  // The law of this country requires the forms for withdrawals and cancellations.
  SELLER_COUNTRY: 'DE',
  SHARING_EVENT: '2024-01-01/2999-12-31',
};
const commandLine = demo ? ['--demo'] : [];
const options = { url, mailboxUrl: mailbox, environment, commandLine, progress };
await withProduct(options, async (product) => {
  if (readme) return photographForReadme(product, 'docs/screenshot.png');
  const chosen = screens.filter(({ name }) => only?.includes(name) ?? true);
  const requested = { folder: out, screens: chosen, languages, progress };
  const faults = await photographScreens(product, requested);
  progress(`${chosen.length} sheets in ${(performance.now() / 60_000).toFixed(1)} minutes`);
  for (const fault of faults) console.error(fault);
});

function progress(line: string): void {
  console.log(line);
}
