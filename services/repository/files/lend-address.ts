import type { S3ClientConfig } from '@aws-sdk/client-s3';

import type { LentObject } from '../context/file-store';
import type { ObjectStoreSettings } from './s3-bucket';

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
