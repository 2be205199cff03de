// Loaded before a server: its clock runs ahead of the machine's by CLOCK_AHEAD seconds, and a call to CLOCK_PORT moves it.
import { createServer } from 'node:http';

let ahead = Number(process.env['CLOCK_AHEAD'] ?? 0) * 1_000;
const MachineDate = Date;

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [MachineDate.now() + ahead] : values, made),
  get: (target, name) =>
    name === 'now' ? () => MachineDate.now() + ahead : Reflect.get(target, name),
});

createServer((request, response) => {
  ahead = Number(request.url?.slice(1)) * 1_000;
  response.end();
})
  .listen(Number(process.env['CLOCK_PORT']), '127.0.0.1')
  .unref();
