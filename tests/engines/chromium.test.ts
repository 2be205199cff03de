import { inject } from 'vitest';
import { describeAccount } from './accountPaths.ts';
import { describeChat } from './chatPaths.ts';
import { describeDirectory } from './directoryPaths.ts';
import { startChromium } from './puppeteerEngine.ts';
import { describeIn } from './visit.ts';

describeIn('Chromium', inject('engines').chromium, startChromium, (visit) => {
  describeDirectory('Chromium', visit);
  describeAccount('Chromium', visit);
  describeChat('Chromium', visit);
});
