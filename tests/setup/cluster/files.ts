import { join } from 'node:path';
import { binFolder } from './programs.ts';

/** The ports of a cluster on loopback. */
export type Ports = {
  /** Of each member: PostgreSQL and Patroni's own. */
  members: readonly { postgres: number; patroni: number }[];
  /** Of each etcd: for clients and for each other. */
  etcd: readonly { client: number; peer: number }[];
  primary: number;
  replicas: number;
};

/** Patroni's times, in seconds: a leader is replaced at the earliest `ttl` after its last sign of life. */
const times = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

/** Patroni's file of a member; JSON is YAML. */
export function patroniFile(folder: string, index: number, ports: Ports): string {
  const { postgres, patroni } = ports.members[index] ?? { postgres: 0, patroni: 0 };
  const trust = ['local all all trust', 'host all all 127.0.0.1/32 trust'];
  const hba = [...trust, 'host replication replicator 127.0.0.1/32 trust'];
  return JSON.stringify({
    scope: 'dolores',
    name: `m${index}`,
    restapi: { listen: `127.0.0.1:${patroni}`, connect_address: `127.0.0.1:${patroni}` },
    etcd3: { hosts: ports.etcd.map(({ client }) => `127.0.0.1:${client}`) },
    bootstrap: {
      dcs: {
        ...times,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 200,
            wal_level: 'replica',
            hot_standby: 'on',
            hot_standby_feedback: 'on',
            wal_log_hints: 'on',
            max_wal_senders: 10,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: hba,
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: join(folder, `m${index}`),
      bin_dir: binFolder,
      pgpass: join(folder, `m${index}.pgpass`),
      pg_hba: hba,
      authentication: {
        superuser: { username: 'postgres', password: 'local' },
        replication: { username: 'replicator', password: 'local' },
        rewind: { username: 'rewinder', password: 'local' },
      },
      parameters: { unix_socket_directories: folder },
    },
  });
}

export function etcdArguments(folder: string, index: number, ports: Ports): string[] {
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const own = ports.etcd[index] ?? { client: 0, peer: 0 };
  const cluster = ports.etcd.map(({ peer }, other) => `e${other}=${url(peer)}`).join(',');
  return [
    ['--name', `e${index}`],
    ['--data-dir', join(folder, `e${index}`)],
    ['--listen-client-urls', url(own.client)],
    ['--advertise-client-urls', url(own.client)],
    ['--listen-peer-urls', url(own.peer)],
    ['--initial-advertise-peer-urls', url(own.peer)],
    ['--initial-cluster', cluster],
    ['--initial-cluster-state', 'new'],
  ].flat();
}

/** Two ports: one leads to the leader, the other one to the replicas. The file of `docs/scaling.md`. */
export function haproxyFile({ members, primary, replicas }: Ports): string {
  const servers = members
    .map(
      ({ postgres, patroni }, index) =>
        `  server m${index} 127.0.0.1:${postgres} maxconn 190 check port ${patroni}`,
    )
    .join('\n');
  return `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 3s
  timeout client 30m
  timeout server 30m
  timeout check 3s
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind 127.0.0.1:${primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
${servers}
listen replicas
  bind 127.0.0.1:${replicas}
  option httpchk OPTIONS /replica?lag=1MB
  http-check expect status 200
${servers}
`;
}
