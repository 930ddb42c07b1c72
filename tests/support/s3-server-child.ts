import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import S3rver from 's3rver';

import { answerMultipartCall } from './s3-multipart-calls';

const [folder = '', ...buckets] = process.argv.slice(2);

/** The S3 server of the tests in a separate process: s3rver, with the calls it lacks in front. */
const s3 = new S3rver({
  directory: folder,
  silent: true,
  vhostBuckets: false,
  configureBuckets: buckets.map((name) => ({ name, configs: [] })),
});
await s3.configureBuckets();
const answer = s3.callback();
const server = createServer((request, response) => {
  if (!answerMultipartCall(folder, request, response)) answer(request, response);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
