import { type BrowserContextOptions, type CDPSession, devices } from 'playwright';

export type Profile = {
  name: 'desktop' | 'mobile';
  context: BrowserContextOptions;
  /** The limits of the connection and the processor; left out without a limit. */
  throttling?: {
    latencyMilliseconds: number;
    downloadBytesPerSecond: number;
    uploadBytesPerSecond: number;
    cpuSlowdown: number;
  };
};

const kilobit = 1_024 / 8;

/** `mobile` is the preset of Lighthouse for phones, with its throttling applied by the browser, not simulated. */
export const profiles: readonly Profile[] = [
  { name: 'desktop', context: { viewport: { width: 1_350, height: 940 } } },
  {
    name: 'mobile',
    context: {
      userAgent: devices['Moto G4'].userAgent,
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    },
    throttling: {
      latencyMilliseconds: 562.5,
      downloadBytesPerSecond: 1_474.56 * kilobit,
      uploadBytesPerSecond: 675 * kilobit,
      cpuSlowdown: 4,
    },
  },
];

/** Slows this page’s connection and processor down as the profile says. */
export async function applyThrottling(session: CDPSession, { throttling }: Profile): Promise<void> {
  if (throttling === undefined) return;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttling.latencyMilliseconds,
    downloadThroughput: throttling.downloadBytesPerSecond,
    uploadThroughput: throttling.uploadBytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpuSlowdown });
}
