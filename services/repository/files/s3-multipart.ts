import type { ListMultipartUploadsOutput, MultipartUpload } from '@aws-sdk/client-s3';

import type { Bucket } from './s3-bucket';

/** Time without a new part after which a multipart upload is considered abandoned. */
const idleUploadMs = 24 * 60 * 60 * 1000;

/** Aborts multipart uploads that have been idle for a day, except for those of `arriving` keys. Returns how many there were. */
export async function abortIdleUploads(bucket: Bucket, arriving: ReadonlySet<string>): Promise<number> {
  const { s3, name } = bucket;
  const before = Date.now() - idleUploadMs;
  let aborted = 0;
  for await (const { Key, UploadId, Initiated } of multipartUploads(bucket)) {
    if (!Key || !UploadId || !Initiated || arriving.has(Key) || Initiated.getTime() > before) continue;
    if ((await lastPartAt(bucket, Key, UploadId)) > before) continue;
    await s3.abortMultipartUpload({ Bucket: name, Key, UploadId });
    aborted += 1;
  }
  return aborted;
}

/** Aborts all multipart uploads of a key. */
export async function abortUploadsOf(bucket: Bucket, key: string): Promise<void> {
  for await (const { Key, UploadId } of multipartUploads(bucket, key)) {
    if (Key === key) await bucket.s3.abortMultipartUpload({ Bucket: bucket.name, Key, UploadId });
  }
}

async function* multipartUploads(
  { s3, name }: Bucket,
  prefix?: string,
): AsyncGenerator<MultipartUpload, void, undefined> {
  let page: ListMultipartUploadsOutput | undefined;
  do {
    page = await s3.listMultipartUploads({
      Bucket: name,
      Prefix: prefix,
      KeyMarker: page?.NextKeyMarker,
      UploadIdMarker: page?.NextUploadIdMarker,
    });
    yield* page.Uploads ?? [];
  } while (page.IsTruncated && page.NextKeyMarker);
}

/** Time of the newest part, in milliseconds; 0 if there is none. */
async function lastPartAt({ s3, name }: Bucket, Key: string, UploadId: string): Promise<number> {
  let last = 0;
  let marker: string | undefined;
  do {
    const page = await s3.listParts({ Bucket: name, Key, UploadId, PartNumberMarker: marker });
    for (const { LastModified } of page.Parts ?? []) last = Math.max(last, LastModified?.getTime() ?? 0);
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker);
  return last;
}
