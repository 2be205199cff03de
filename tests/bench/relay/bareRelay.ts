import { Agent, createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The least that a relay can do: hands each request to the upstream and each piece of its answer back, as they are.
 * `node bareRelay.ts <upstream port>`; prints `listening on <port>`.
 */
const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const upstream = ask({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.flushHeaders();
    answer.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
});
server.listen(0, '127.0.0.1', 4_096, () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit(0));
