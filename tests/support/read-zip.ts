import { buffer } from 'node:stream/consumers';

import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** Files of a zip keyed by path, read by another library than the one that wrote it. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false, autoClose: false }, (error, file) =>
      error ? reject(error) : resolve(file),
    );
  });
  const entries: Entry[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry) => entries.push(entry));
  });
  const reading = entries.map(
    (entry) =>
      new Promise<[string, Buffer]>((done, fail) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) fail(error);
          else buffer(stream).then((content) => done([entry.fileName, content]), fail);
        });
      }),
  );
  return new Map(await Promise.all(reading));
}
