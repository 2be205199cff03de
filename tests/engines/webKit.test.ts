import { inject } from 'vitest';
import { describeAccount } from './accountPaths.ts';
import { describeChat } from './chatPaths.ts';
import { describeDirectory } from './directoryPaths.ts';
import { startWebKit } from './webKitEngine.ts';
import { describeIn } from './visit.ts';

describeIn('WebKit', inject('engines').webKit, startWebKit, (visit) => {
  describeDirectory('WebKit', visit);
  describeAccount('WebKit', visit);
  describeChat('WebKit', visit);
});
