import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { openaiFrames, readChatRequest } from '#server/gateways/models/sandboxOpenai.ts';

/**
 * A model provider that answers with the question itself, in small pieces, so that a test decides every character of
 * an answer: `node tests/setup/echoUpstream.ts <port>`. Any other request learns that it is there.
 */
createServer((request, response) => {
  void text(request).then((body) => {
    const question = request.method === 'POST' ? readChatRequest(JSON.parse(body)) : undefined;
    if (!question) return response.end('An echo');
    const frames = openaiFrames(question, () => ({}));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(frames.open());
    for (const part of question.text.match(/[^]{1,24}/g) ?? []) response.write(frames.text(part));
    return response.end(frames.finish('stop', undefined) + frames.end());
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
