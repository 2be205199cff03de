/**
 * Of what Playwright turns off, what matters here: the last list is the one that counts, so that ours has to name it
 * again. `AvoidUnnecessaryBeforeUnloadCheckSync`, `PaintHolding` and so on make a page behave the same every time.
 */
const restless = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Pages of 400 scripts that each window loads for its address bar, which no test sees: 40 % of the processor's time
 * of the end-to-end tests.
 */
const addressBar = ['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'];

/** The arguments of every Chromium of tests and measurements, in addition to Playwright's. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${[...restless, ...addressBar].join(',')}`,
];
