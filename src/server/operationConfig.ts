import { type AlarmConfig, readAlarms } from '#server/alarmConfig.ts';
import type { EnvironmentReader } from '#server/environment.ts';
import { weaknessOf } from '#server/secretConfig.ts';

export type OperationConfig = {
  /** Bearer token of the metrics; without one they are for this machine only. */
  metricsToken: string | undefined;
  /** Port for the metrics of a worker; 0 for none. */
  workerMetricsPort: number;
  /** Who gets reports by mail, and whether one is mailed every day. */
  report: { email: string | undefined; isDaily: boolean };
  alarms: AlarmConfig;
};

export function readOperation(read: EnvironmentReader): OperationConfig {
  const metricsToken = read.text('METRICS_TOKEN');
  read.problems.push(...weaknessOf('METRICS_TOKEN', metricsToken));
  const email = read.email('OPERATOR_EMAIL');
  return {
    metricsToken,
    workerMetricsPort: read.integer('WORKER_METRICS_PORT', 0, 0, 65_535),
    report: readReport(read, email),
    alarms: readAlarms(read, email),
  };
}

function readReport(read: EnvironmentReader, email: string | undefined): OperationConfig['report'] {
  const isDaily = read.oneOf('REPORT_MAIL', ['no', 'daily'], 'no') === 'daily';
  if (isDaily && email === undefined) {
    read.problems.push('REPORT_MAIL needs OPERATOR_EMAIL, the address of the operator');
  }
  return { email, isDaily };
}
