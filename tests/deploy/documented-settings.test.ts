import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from '../../services/configuration/configuration';
import { readSignInProviders, writeSignInProviders } from '../../services/configuration/sign-in-providers';
import { projectRoot } from '../support/imports';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'motothek-settings-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const textOf = (name: string) => readFileSync(path.join(projectRoot, name), 'utf8');
const { settingsInForce } = readConfiguration({ DATA_DIR: path.join(scratch, 'data') });
const settings = settingsInForce.map(({ name }) => name).sort();

test('operations.md has a row for each setting that is read, and for no other', () => {
  const rows = [...textOf('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)` +\|/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(settings);
});

test('.env.example lists each setting that is read, and no other', () => {
  const lines = [...textOf('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(lines.filter((name) => !name?.startsWith('SIGN_IN_ORCID_')).sort()).toEqual(settings);
});

test('operations.md has a row for each setting of an outside provider', () => {
  const rows = [...textOf('docs/operations.md').matchAll(/^\| `SIGN_IN_<NAME>_([A-Z_]+)` +\|/gm)];
  const { providers } = readSignInProviders(['any'], {
    SIGN_IN_ANY_ISSUER: 'https://sso.example.org',
    SIGN_IN_ANY_CLIENT_ID: 'motothek',
    SIGN_IN_ANY_CLIENT_SECRET: 'secret',
    SIGN_IN_ANY_LABEL: 'Any',
  });
  const read = Object.keys(writeSignInProviders(providers)).map((name) => name.replace('SIGN_IN_ANY_', ''));
  expect(rows.map(([, name]) => name)).toEqual(read);
});

/** Read by tests and scripts, Node, the S3 client, OpenTelemetry, engines, proxies, stores and the kernel. */
const readByOthers =
  /^(?:MOTOTHEK_(?:DATA|TOKEN)|RACE_ROUNDS|TEST_SEED|HTTPS_PROXY|NET_BIND_SERVICE|(?:AF|AWS|GARAGE|MINIO|NODE|OTEL|POSTGRES|S3|SIGN_IN_ORCID)_\w+)$/;

test('docs and packages name no setting that is not read', () => {
  const pages = readdirSync(path.join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:conf|example|md|service|toml|vcl|yaml)$|file$/.test(name) && !/^decisions|CHANGELOG/.test(name),
  );
  const found = pages.flatMap((page) => {
    const names = new Set(textOf(`docs/${page}`).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g));
    const unread = [...names].filter((name) => !settings.includes(name) && !readByOthers.test(name));
    return unread.map((name) => `${page}: ${name}`);
  });
  expect(pages).toContain('deploy/compose/Caddyfile');
  expect(found).toEqual([]);
});
