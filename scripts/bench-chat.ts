import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { figuresOf, isKept, tableOf } from '../tests/bench/chat/report.ts';
import { type BenchPart, benchChat, benchParts } from '../tests/bench/chat/run.ts';
import { startUpstream } from '../tests/bench/chat/upstream.ts';
import { withProduct } from '../tests/setup/product.ts';
import { jsonOption, load, numberTo, printReport, progress } from './benchCommand.ts';

const toCount = numberTo(100_000);

/** `npm run bench:chat`: weight and speed of the chat area compared with a bare page, in a cold Chromium. */
type Options = {
  runs: number;
  parts: BenchPart[];
  tokens: number;
  messages: number;
  answers: number;
  url?: string;
  mailbox?: string;
  upstreamPort: number;
  json?: string;
};

const { runs, parts, tokens, messages, answers, url, mailbox, upstreamPort, json } = new Command(
  'bench:chat',
)
  .description('Measures the chat area with Lighthouse’s mobile preset, and at a desk.')
  .option('--runs <number>', 'loads of each page', toCount, 5)
  .option('--parts <names>', `some of ${benchParts.join(', ')}`, toParts, [...benchParts])
  .option('--tokens <number>', 'of the answer during which is typed', toCount, 10_000)
  .option('--messages <number>', 'of the long conversation', toCount, 2_000)
  .option('--answers <number>', 'while memory is watched', toCount, 100)
  .option('--url <address>', 'a running server, whose models are answered by the upstream here')
  .option('--mailbox <address>', 'its development mailbox')
  .option('--upstream-port <number>', 'where the upstream listens', toCount, 0)
  .option(...jsonOption)
  .parse()
  .opts<Options>();

const upstream = await startUpstream(upstreamPort);
const loadBefore = load();
const environment = {
  COMPATIBLE_BASE_URL: upstream.url,
  COMPATIBLE_MODEL: 'bench',
  STARTING_CREDITS: '1000000',
  QUESTIONS_PER_MINUTE: '100000',
  QUESTIONS_PER_DAY: '100000',
};
try {
  const measured = await withProduct(
    { url, mailboxUrl: mailbox, environment, progress },
    (product) =>
      benchChat(product, {
        runs,
        parts,
        tokens,
        messages,
        answers,
        upstream: upstream.url,
        progress,
      }),
  );
  const figures = figuresOf(measured);
  const machine = { cores: availableParallelism(), loadBefore, loadAfter: load() };
  await printReport(json, { machine, figures, runs: measured }, tableOf(figures));
  progress(`Load of ${machine.cores} cores: ${loadBefore} before, ${machine.loadAfter} after`);
  process.exitCode = figures.every(isKept) ? 0 : 1;
} finally {
  upstream.close();
}

function toParts(value: string): BenchPart[] {
  const names = value.split(',');
  const known = benchParts.filter((part) => names.includes(part));
  if (known.length === names.length) return known;
  throw new InvalidArgumentError(`They must be some of ${benchParts.join(', ')}.`);
}
