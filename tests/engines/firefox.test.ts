import { inject } from 'vitest';
import { describeAccount } from './accountPaths.ts';
import { describeChat } from './chatPaths.ts';
import { describeDirectory } from './directoryPaths.ts';
import { startFirefox } from './puppeteerEngine.ts';
import { describeIn } from './visit.ts';

describeIn('Firefox', inject('engines').firefox, startFirefox, (visit) => {
  describeDirectory('Firefox', visit);
  describeAccount('Firefox', visit);
  describeChat('Firefox', visit);
});
