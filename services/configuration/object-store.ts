import { z } from 'zod';

import { optionalText } from './variables';

/** Object store in place of the disk. The S3 client reads its credentials from the environment. */
export interface ObjectStoreAddress {
  bucket: string;
  /** Address of a store that is not AWS. */
  endpoint: string | undefined;
  region: string;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Part of the signature of every call. Stores other than AWS use this region by default. */
const defaultRegion = 'us-east-1';

/** `s3://bucket?endpoint=https://…&region=…`. Without `endpoint` it is AWS, which needs `region`. */
export const objectStoreSetting = optionalText.transform((value, context): ObjectStoreAddress | undefined => {
  if (value === undefined) return undefined;
  const error = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!URL.canParse(value)) return error('is not an address like s3://bucket?endpoint=https://…&region=…');
  const url = new URL(value);
  const { endpoint, region, ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (url.protocol !== 's3:') return error('must begin with s3://');
  if (url.username || url.password) {
    return error('must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (!bucketName.test(url.host)) return error(`'${url.host}' is not the name of a bucket`);
  if (!['', '/'].includes(url.pathname)) return error('must not have a path, because the whole bucket is used');
  if (unknown) return error(`has an unknown parameter '${unknown}'`);
  if (endpoint !== undefined && !z.url({ protocol: /^https?$/ }).safeParse(endpoint).success) {
    return error('its endpoint is not an http address');
  }
  if (!endpoint && !region) return error('needs a region, or the endpoint of a store that is not AWS');
  return { bucket: url.host, endpoint: endpoint || undefined, region: region || defaultRegion };
});

/** Where browsers get files from the store itself. */
export interface DownloadRedirects {
  /** Address of the store for browsers; undefined = AWS. */
  endpoint: string | undefined;
}

/** 'on', 'off', or the address at which browsers reach the store. */
export const downloadRedirectsSetting = optionalText.refine(
  (value) =>
    value === undefined || ['on', 'off'].includes(value) || z.url({ protocol: /^https?$/ }).safeParse(value).success,
  'must be on, off or the address of the store for browsers',
);

interface StoreSettings {
  OBJECT_STORE_URL?: ObjectStoreAddress;
  DOWNLOAD_REDIRECTS?: string;
  REPOSITORY_URL?: string;
}

/** Where browsers get files from the store itself; null if they get them from this server. */
export function readDownloadRedirects({
  OBJECT_STORE_URL: store,
  DOWNLOAD_REDIRECTS: value = 'off',
}: StoreSettings): DownloadRedirects | null {
  if (value === 'off') return null;
  return { endpoint: value === 'on' ? store?.endpoint : value };
}

/** What is wrong with the settings of the store together. */
export function downloadRedirectErrors({
  OBJECT_STORE_URL: store,
  DOWNLOAD_REDIRECTS: value = 'off',
  REPOSITORY_URL: api,
}: StoreSettings): string[] {
  if (value === 'off' || store) return [];
  if (value === 'on') return ['DOWNLOAD_REDIRECTS: on needs OBJECT_STORE_URL; a web tier alone needs the address'];
  // Without it, all forms might lead to an address to which nobody is led.
  return api ? [] : ['DOWNLOAD_REDIRECTS: needs OBJECT_STORE_URL, except for a web tier alone (REPOSITORY_URL)'];
}
