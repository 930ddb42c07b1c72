import type { S3 } from '@aws-sdk/client-s3';

import { OperatorError } from '@domain/operator-error';

/** Location of an S3-compatible store. */
export interface ObjectStoreSettings {
  bucket: string;
  /** Address of the store; undefined = AWS. */
  endpoint: string | undefined;
  region: string;
}

/** An accessible bucket with its client. */
export interface Bucket {
  name: string;
  s3: S3;
}

/** The bucket is not accessible. The message names the settings to check. */
export class ObjectStoreUnusable extends OperatorError {
  constructor({ bucket, endpoint, region }: ObjectStoreSettings, reason: string, setting: string) {
    super(
      [
        `The object store cannot be used: bucket '${bucket}' at ${endpoint ?? `AWS, region ${region}`}:`,
        `${reason}. Its address is set in ${setting},`,
        'the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      ].join(' '),
    );
    this.name = 'ObjectStoreUnusable';
  }
}

const connectionMs = 5000;
/** Time without traffic after which the store, or the reader of an object, is considered gone. */
const idleMs = 5 * 60 * 1000;
const maxSockets = 200;
const maxAttempts = 4;

/**
 * Opens a bucket and checks that it is accessible; throws ObjectStoreUnusable. The SDK is loaded only here, so
 * that a server with its objects on disk starts without it. `setting` is where the address comes from, for its message.
 */
export async function openBucket(settings: ObjectStoreSettings, setting = 'OBJECT_STORE_URL'): Promise<Bucket> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { bucket, endpoint, region } = settings;
  const s3 = new S3({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Stores other than AWS may save the framing of the SDK's own checksums as data.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectionMs,
      socketTimeout: idleMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
  try {
    await s3.headBucket({ Bucket: bucket });
  } catch (error) {
    s3.destroy();
    throw new ObjectStoreUnusable(settings, reasonOf(error), setting);
  }
  return { name: bucket, s3 };
}

/** HTTP status of a failed call; undefined if the store did not respond. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 404) return 'there is no such bucket';
  if (status === 401 || status === 403) return 'access is denied';
  if (status === 301 || status === 400) return `the store refuses the call (${status}), check the region`;
  if (status !== undefined) return `the store responds with ${status}`;
  const { name, message, code } = error as NodeJS.ErrnoException;
  // The error has no message if all of several addresses of a host refuse.
  return [name, message || code].filter(Boolean).join(': ');
}
