import type { S3 } from '@aws-sdk/client-s3';

import { OperatorError } from '@domain/operator-error';

/** Where the objects of an S3-compatible store lie. */
export interface ObjectStoreSettings {
  bucket: string;
  /** Address of the store; undefined = AWS itself. */
  endpoint: string | undefined;
  region: string;
}

/** A bucket that answers, with the client that speaks to it. */
export interface Bucket {
  name: string;
  s3: S3;
}

/** The bucket does not answer or may not be used; the message says what to look at. */
export class ObjectStoreUnusable extends OperatorError {
  constructor({ bucket, endpoint, region }: ObjectStoreSettings, reason: string) {
    super(
      [
        `The object store cannot be used: bucket '${bucket}' at ${endpoint ?? `AWS, region ${region}`}:`,
        `${reason}. Check OBJECT_STORE_URL,`,
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      ].join(' '),
    );
    this.name = 'ObjectStoreUnusable';
  }
}

const connectionMs = 5000;
/** A store that has sent or taken nothing for so long is gone; so is whoever reads an object. */
const idleMs = 5 * 60 * 1000;
const maxSockets = 200;
const maxAttempts = 4;

/**
 * Opens a bucket and makes sure that it answers; throws ObjectStoreUnusable. The SDK is loaded here and
 * not before: a server with its objects on disk starts without it.
 */
export async function openBucket(settings: ObjectStoreSettings): Promise<Bucket> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { bucket, endpoint, region } = settings;
  const s3 = new S3({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Stores other than AWS may keep the framing of the SDK's own checksums as if it were data.
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
    throw new ObjectStoreUnusable(settings, reasonOf(error));
  }
  return { name: bucket, s3 };
}

/** HTTP status of a refused call; undefined when the store did not answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 404) return 'there is no such bucket';
  if (status === 401 || status === 403) return 'access is denied';
  if (status === 301 || status === 400) return `the store refuses the call (${status}): is the region correct`;
  if (status !== undefined) return `the store answers ${status}`;
  const { name, message, code } = error as NodeJS.ErrnoException;
  // Several addresses of one host that all refuse make an error without a message.
  return [name, message || code].filter(Boolean).join(': ');
}
