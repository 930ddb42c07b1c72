import { expect, test } from 'vitest';

import { lendingOrigin } from './lend-address';

const inChina = { bucket: 'motothek', endpoint: undefined, region: 'cn-north-1' };

test.each([
  [inChina, 'https://motothek.s3.cn-north-1.amazonaws.com.cn'],
  [{ ...inChina, region: 'eu-central-1' }, 'https://motothek.s3.eu-central-1.amazonaws.com'],
  // The S3 client puts the bucket into the path if its name has dots.
  [{ ...inChina, bucket: 'moto.thek' }, 'https://s3.cn-north-1.amazonaws.com.cn'],
])('browsers are led to AWS as the signed addresses are: %j', async (objectStore, origin) => {
  expect(await lendingOrigin({ objectStore, downloadRedirects: { endpoint: undefined } })).toBe(origin);
});

test('browsers are led to the address of the setting, or to no other place', async () => {
  const downloadRedirects = { endpoint: 'https://files.example.org/' };
  for (const objectStore of [inChina, undefined]) {
    expect(await lendingOrigin({ objectStore, downloadRedirects })).toBe('https://files.example.org');
  }
  expect(await lendingOrigin({ objectStore: inChina, downloadRedirects: null })).toBeNull();
});
