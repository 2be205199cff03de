import { type ReadyPart, getHealth, getReadiness } from '#contract/operation/health.ts';
import { build } from '#domain/operation/build.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, type RouteContext, newRouteApp, serve } from '#server/routes/serve.ts';
import type { IndexState } from '#server/services/gpts/search/catalogueFollower.ts';
import {
  arrivalHeader,
  arrivalToHeader,
  isSignedProbe,
  probeHeader,
} from '#server/services/operation/arrival.ts';
import { WriteProbe } from '#server/services/operation/writeProbe.ts';
import { currentRelease } from '#release/manifest.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';

export function healthRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  const probe = new WriteProbe(platform);
  const site = siteFolder(platform.config.dataDir);
  serve(app, getHealth, async (_context, _request, http) => {
    http.header('cache-control', 'no-store');
    describeArrival(platform.config, http);
    const { title, mode, abTestEnvironment } = build;
    return { ok: true, title, mode, ab_test_environment: abTestEnvironment };
  });
  serve(app, getReadiness, async (_context, _request, http) => {
    http.header('cache-control', 'no-store');
    if (platform.config.isRestoredCopy) {
      const reason = 'This server runs on a restored copy, which does nothing outside until resume';
      throw new AppError('unavailable', reason);
    }
    await probe.check();
    const parts = await readParts(platform, site);
    const waiting = parts.filter(({ state }) => state === 'waiting');
    if (waiting.length > 0) {
      const notes = waiting.map(({ note }) => note).join('. ');
      throw new AppError('unavailable', notes, { parts });
    }
    return { ok: true, parts };
  });
  return app;
}

/** Describes the request of a doctor to it (`services/operation/arrival.ts`). */
function describeArrival({ secret, trustedProxies }: Config, http: RouteContext): void {
  const probe = http.req.header(probeHeader);
  if (probe === undefined || !isSignedProbe(secret, probe)) return;
  const entries = (http.req.header('x-forwarded-for') ?? '').split(',').map((it) => it.trim());
  const forwarded = entries.filter((entry) => entry !== '');
  http.header(arrivalHeader, arrivalToHeader({ forwarded, trusted: trustedProxies }));
}

/** Returns the parts of the server. The caller has tested that it can store something. */
async function readParts(platform: Platform, site: SiteFolder): Promise<ReadyPart[]> {
  const { config, runner, heartbeat, search } = platform;
  const needsRelease = config.publishAtStart || config.releaseStore !== undefined;
  const hasRelease = !needsRelease || (await currentRelease(site)) !== undefined;
  return [
    { part: 'storage', state: 'ready', note: null },
    waitingUnless(runner.accepting, 'questions', 'This server is shutting down'),
    waitingUnless(
      heartbeat.hasTakenOver,
      'answers',
      'Answers of the server before this one are still closed',
    ),
    waitingUnless(hasRelease, 'site', 'No release of the site is published yet'),
    searchPart(search.state),
    ...replicaPart(platform),
  ];
}

function waitingUnless(isReady: boolean, part: ReadyPart['part'], note: string): ReadyPart {
  return isReady ? { part, state: 'ready', note: null } : { part, state: 'waiting', note };
}

/** A server that builds its first index is ready: searches work by words, and it may be the only server. */
function searchPart(state: IndexState | undefined): ReadyPart {
  if (state?.kind === 'loading') {
    return { part: 'search', state: 'waiting', note: 'The stored index of the search is loaded' };
  }
  if (state?.kind === 'building') {
    const rest = state.changes === 0 ? '' : ` (${state.changes} GPTs are left)`;
    const note = `The index of the search is built${rest}; until then searches compare words only`;
    return { part: 'search', state: 'limited', note };
  }
  if (state === undefined || state.changes === 0) {
    return { part: 'search', state: 'ready', note: null };
  }
  const note = `Searches do not have the changes of ${state.changes} GPTs yet`;
  return { part: 'search', state: 'limited', note };
}

/** A server whose replica is behind reads from the primary: it is ready all the same. */
function replicaPart({ replica }: Platform): ReadyPart[] {
  if (replica === undefined) return [];
  const { isUsed, lagSeconds } = replica.state;
  if (lagSeconds === undefined) {
    const note = 'The replica does not answer, or is none: the primary is read';
    return [{ part: 'replica', state: 'limited', note }];
  }
  const note = `The replica is ${lagSeconds} s behind`;
  if (isUsed) return [{ part: 'replica', state: 'ready', note }];
  return [{ part: 'replica', state: 'limited', note: `${note}: the primary is read` }];
}
