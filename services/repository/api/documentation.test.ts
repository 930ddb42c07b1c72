import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { errorStatus } from '@domain/error-codes';

import type { RepositoryContext } from '../context/context';
import { rootFolder } from '../../root-folder';
import { createApi } from './app';

const text = readFileSync(path.join(rootFolder, 'docs', 'api.md'), 'utf8');

/** Address without the names of parameters, so that '/data/{nr}' and '/data/:nr{[0-9]+}' are the same. */
const shapeOf = (address: string) => address.replace(/:\w+(\{([^{}]|\{[^}]*\})*\})?|\{[^}]*\}/g, '*');

test('docs/api.md contains every call of the API, and no other', () => {
  const api = createApi({
    repository: { tables: {} } as RepositoryContext,
    verifyToken: () => Promise.reject(new Error('nobody asks')),
    openBody: () => Readable.from([]),
    reportError: () => undefined,
  });
  const routes = api.routes
    .filter(({ method, path: address }) => method !== 'ALL' && !address.endsWith('/'))
    .map(({ method, path: address }) => `${method} ${shapeOf(address)}`);
  const documented = [...text.matchAll(/^\| (GET|POST|PUT|PATCH|DELETE|OPTIONS) +\| `([^`]+)`/gm)].map(
    ([, method, address = '']) => `${method} ${shapeOf(address.replaceAll('\\|', '|'))}`,
  );
  expect([...new Set(documented)].sort()).toEqual([...new Set(routes)].sort());
});

test('docs/api.md contains every error code with its status', () => {
  const documented = [...text.matchAll(/`([a-z-]+)` +\| (\d{3}) +\|/g)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(documented)).toEqual(errorStatus);
});
