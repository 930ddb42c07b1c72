import type { S3ClientConfig } from '@aws-sdk/client-s3';

import type { LentObject } from '../context/file-store';
import type { ObjectStoreSettings } from './s3-bucket';

interface LendingSettings {
  objectStore: ObjectStoreSettings | undefined;
  /** The store's address for browsers (undefined = AWS); null if they get nothing from it. */
  downloadRedirects: { endpoint: string | undefined } | null;
}

/** Time for which an address holds, in seconds: more than a browser needs to follow it. A transfer that has begun goes on. */
const lentSeconds = 60;

/** Makes the address under which the store itself sends an object to a browser. */
export type LendAddress = (key: string, as: LentObject) => Promise<string>;

/** Prepares addresses that are signed with these credentials, by default those of the bucket. No call to the store is made. */
export async function openLender(
  { bucket, endpoint, region }: ObjectStoreSettings,
  credentials?: S3ClientConfig['credentials'],
): Promise<LendAddress> {
  const [{ S3, GetObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const s3 = new S3({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return (key, { disposition, mediaType }) => {
    const object = { Bucket: bucket, Key: key, ResponseContentType: mediaType };
    const command = new GetObjectCommand({ ...object, ResponseContentDisposition: disposition });
    return getSignedUrl(s3, command, { expiresIn: lentSeconds });
  };
}

/** Where browsers get files from the store itself, and forms may lead; null if they get them from this server. */
export async function lendingOrigin({ objectStore, downloadRedirects }: LendingSettings): Promise<string | null> {
  if (!downloadRedirects) return null;
  const { endpoint } = downloadRedirects;
  if (endpoint !== undefined) return new URL(endpoint).origin;
  if (!objectStore) return null;
  // Only the SDK knows the hosts of all regions. The signature is of no use here.
  const lend = await openLender(objectStore, { accessKeyId: 'none', secretAccessKey: 'none' });
  return new URL(await lend('none', { disposition: '', mediaType: '' })).origin;
}
