import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The smallest page that sends a question and shows its answer, for comparison with ours. */
const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bare</title><textarea id="message"></textarea><pre class="answer"></pre><script>
const answer = document.querySelector('.answer');
document.querySelector('#message').addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const text = event.target.value;
  event.target.value = '';
  answer.textContent = '';
  const response = await fetch('/ask', { method: 'POST', body: text });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      answer.append(JSON.parse(line.slice(6)).choices[0].delta.content ?? '');
    }
  }
});
</script>`;

/** Serves the bare page, and passes its questions to the upstream and the answers back as they are. */
export async function serveBarePage(upstream: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page);
      return;
    }
    void text(incoming).then((content) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const outgoing = ask(`${upstream}/chat/completions`, options, (answer) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        answer.pipe(response);
      });
      outgoing.end(JSON.stringify({ model: 'x', messages: [{ role: 'user', content }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
