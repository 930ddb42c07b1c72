import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { ConfigurationError, readConfiguration } from './configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'motothek-tiers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (environment: Record<string, string>) => readConfiguration({ DATA_DIR: folder, ...environment }).tiers;
const errorsOf = (environment: Record<string, string>) => {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
};
const database = { DATABASE_URL: 'postgresql://localhost/motothek' };
const apart = {
  REPOSITORY_URL: 'http://10.0.0.1:3000',
  IDENTITY_ISSUER: 'https://sign-in.example.org',
  IDENTITY_CLIENT_SECRET: 'secret',
};

test('a process does everything unless a setting says less', () => {
  for (const ROLE of ['', 'all', 'web, api, worker']) {
    const { web, api, jobs } = read({ ROLE });
    expect([web, api, jobs?.size]).toEqual([true, true, 11]);
  }
  expect(read({ ...database, ROLE: 'web,api' })).toEqual({ web: true, api: true, jobs: null });
  expect(read({ ...database, ROLE: 'worker' })).toMatchObject({ web: false, api: false });
  expect(read(apart)).toEqual({ web: true, api: false, jobs: null });
});

test('a process does some kinds of jobs, each as often at the same time as the setting says', () => {
  const { jobs } = read({ ...database, ROLE: 'worker', JOBS: 'ingest-file:6, check-table' });
  expect([...(jobs ?? [])]).toEqual([
    ['ingest-file', 6],
    ['check-table', undefined],
  ]);
  for (const wrong of ['ingest', 'ingest-file:0', 'ingest-file:100', 'ingest-file:', 'ingest-file;check-table']) {
    expect(errorsOf({ JOBS: wrong }), wrong).toEqual([expect.stringMatching(/^- JOBS: must be kinds of jobs/)]);
  }
});

test('what cannot be together is refused with the reason', () => {
  expect(errorsOf({ ROLE: 'jobs' })).toEqual([expect.stringMatching(/^- ROLE: must be all, or some of/)]);
  expect(errorsOf({ ROLE: 'worker' })).toEqual([expect.stringMatching(/^- DATABASE_URL: is required/)]);
  expect(errorsOf({ ...database, ROLE: 'web' })).toEqual(['- REPOSITORY_URL: is required with ROLE=web']);
  expect(errorsOf({ ...apart, ROLE: 'web,api', ...database })).toEqual([
    '- ROLE: must be web with REPOSITORY_URL, or absent',
  ]);
  expect(errorsOf({ ...database, ROLE: 'web,api', JOBS: 'send-mail' })).toEqual(['- JOBS: requires worker in ROLE']);
});

test('a demonstration that is asked for, and that this process does not make, is told', () => {
  const told = (settings: Record<string, string>) =>
    readConfiguration({ DATA_DIR: folder, ...database, ...settings }).notes.join();
  expect(told({ ROLE: 'web,api', DEMO: 'on' })).toContain('The demonstration is not made');
  expect(told({ ROLE: 'web,api' })).not.toContain('demonstration');
  expect(told({ DEMO: 'on' })).not.toContain('demonstration');
});
