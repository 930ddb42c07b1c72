import { z } from 'zod';

import { optionalText } from './optional-text';

/** Where objects lie when not on disk. Credentials are left to the environment of the S3 client. */
export interface ObjectStoreAddress {
  bucket: string;
  /** Address of a store that is not AWS. */
  endpoint: string | undefined;
  region: string;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Signed into every call; stores other than AWS take this one unless they are told another. */
const usualRegion = 'us-east-1';

/** `s3://bucket?endpoint=https://…&region=…`; without `endpoint` AWS, which wants its `region`. */
export const objectStoreSetting = optionalText.transform((value, context): ObjectStoreAddress | undefined => {
  if (value === undefined) return undefined;
  const fault = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!URL.canParse(value)) return fault('is not an address like s3://bucket?endpoint=https://…&region=…');
  const url = new URL(value);
  const { endpoint, region, ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (url.protocol !== 's3:') return fault('must begin with s3://');
  if (url.username || url.password) {
    return fault('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (!bucketName.test(url.host)) return fault(`'${url.host}' is not the name of a bucket`);
  if (!['', '/'].includes(url.pathname)) return fault('must not have a path: the bucket is used as a whole');
  if (unknown) return fault(`has an unknown parameter '${unknown}'`);
  if (endpoint !== undefined && !z.url({ protocol: /^https?$/ }).safeParse(endpoint).success) {
    return fault('its endpoint is not an http address');
  }
  if (!endpoint && !region) return fault('needs a region, or the endpoint of a store that is not AWS');
  return { bucket: url.host, endpoint: endpoint || undefined, region: region || usualRegion };
});
