import { createReadStream, statSync } from 'node:fs';

import { serveBaseline } from '../serve-baseline';

/** Baseline 'static file': sends a file, or a range of it. Argument: the file. */
const [file] = process.argv.slice(2);
if (!file) throw new Error('A file to send is missing.');
const { size } = statSync(file);

serveBaseline((request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = first && last ? [Number(first), Number(last)] : [0, size - 1];
  const headers = { 'Content-Length': end - start + 1, 'Content-Range': `bytes ${start}-${end}/${size}` };
  response.writeHead(first ? 206 : 200, headers);
  createReadStream(file, { start, end, highWaterMark: 256 * 1024 }).pipe(response);
});
