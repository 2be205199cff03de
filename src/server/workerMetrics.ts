import type { MetricsPlatform } from '#server/context.ts';
import { startHttpServer } from '#server/httpServer.ts';
import { workerMetricsApp } from '#server/routes/operation/metrics.ts';

/** Serves the metrics of a worker on its own port, if it has one. Returns a function that ends this. */
export async function serveWorkerMetrics(platform: MetricsPlatform): Promise<() => Promise<void>> {
  const { host, workerMetricsPort } = platform.config;
  if (workerMetricsPort === 0) return async () => undefined;
  const http = await startHttpServer(host, workerMetricsPort);
  const app = workerMetricsApp(platform);
  http.handleWith((request, bindings) => app.fetch(request, bindings));
  return () => http.close(0);
}
