import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/** The samples of a scrape: `name{label="value"}` and its value. */
export function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(.+) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

/** The names that queries may use of a scrape: of each metric, and of the parts of histograms. */
export function readNames(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

/** A query of the files for Prometheus and Grafana. */
export type PromQuery = { place: string; expr: string };

type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

export function readAlerts(): PromQuery[] {
  const { groups } = parse(readFileSync(`${folder}/alerts.yml`, 'utf8')) as Alerts;
  return groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ place: alert, expr })));
}

export function readDashboard(): PromQuery[] {
  const { panels } = JSON.parse(readFileSync(`${folder}/dashboard.json`, 'utf8')) as Dashboard;
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ place: title, expr })),
  );
}

const folder = 'docs/operating/prometheus';

/** Returns the metrics that a query of Prometheus names. Throws if it cannot be parsed. */
export function metricsIn(expr: string): string[] {
  const names: string[] = [];
  parser.parse(expr).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`No PromQL at ${node.from}: ${expr}`);
      const isMetric = node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector';
      if (isMetric) names.push(expr.slice(node.from, node.to));
    },
  });
  return names;
}
