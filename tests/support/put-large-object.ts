import { Readable } from 'node:stream';

import { openBucket } from '../../services/repository/files/s3-bucket';
import { createS3FileStore } from '../../services/repository/files/s3-file-store';

/**
 * Puts an object into the S3 store of the tests and sends the growth of the process in bytes compared with a first,
 * small object. A separate process, so that nothing else counts.
 */
const [endpoint = '', bucketName = '', folder = '', mebibytes = ''] = process.argv.slice(2);
const bucket = await openBucket({ bucket: bucketName, endpoint, region: 'us-east-1' });
const store = await createS3FileStore(bucket, { cache: { folder, maxBytes: 0 }, largestBytes: 1e11 });

function zeros(count: number): Readable {
  return Readable.from(
    (function* () {
      for (let i = 0; i < count; i += 1) yield Buffer.alloc(1024 * 1024, i % 256);
    })(),
  );
}

await store.put('warm-up', zeros(1));
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
const { bytes } = await store.put('large', zeros(Number(mebibytes)));
clearInterval(watch);
process.send?.({ bytes, grownBy: most - before });
process.disconnect();
