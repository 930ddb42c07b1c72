import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { MadeTokenSchema } from '@domain/access-tokens';
import { addDays } from '@domain/local-time';

import { webListener } from '../../services/http/web-listener';
import { recordPerson } from '../../services/repository/store/people';
import { completeMetadata } from '../fixtures/complete-metadata';
import { ask } from '../support/ready-uploads';
import { mappingOf } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { openUploadApi, type UploadApi } from '../support/upload-calls';

const run = promisify(execFile);
const has = async (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );
const page = readFileSync('docs/access-tokens.md', 'utf8');
/** The script of the page in a language. */
const scriptIn = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';

let api: UploadApi;
let origin = '';
let folder = '';
const server = createServer((request, response) => void listener(request, response));
const listener = webListener('http://127.0.0.1', (request) => api.api.fetch(request));

beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  folder = await mkdtemp(path.join(tmpdir(), 'token-scripts-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await recordPerson(api.repository.db, actors.contributor, new Date());
  const entries = mappingOf({ id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' });
  const body = [{ name: 'Grip', entries }];
  expect((await ask(api, actors.contributor, '/api/mapping/templates', { method: 'PUT', body })).status).toBe(200);
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

/** Runs a script of the page with a file and a study of its own. Returns what it prints. */
async function upload(language: string, command: string): Promise<string> {
  const wanted = {
    label: language,
    scopes: ['read', 'upload'],
    until: addDays(new Date().toISOString().slice(0, 10), 1),
  };
  const made = await ask(api, actors.contributor, '/api/tokens', { method: 'POST', body: wanted });
  const { secret } = MadeTokenSchema.parse(await made.json());
  const rows = Array.from(
    { length: 20 },
    (_, row) => `${language}${row},${row % 2 ? 'm' : 'f'},${9 + (row % 3)},${14 + (row % 7)}`,
  );
  const files = {
    script: scriptIn(language),
    'grip.csv': `id,sex,age,grip\n${rows.join('\n')}\n`,
    'study.json': JSON.stringify(completeMetadata(`Grip by ${language}`)),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const environment = { ...process.env, MOTOTHEK_TOKEN: secret };
  const options = { cwd: folder, env: environment, timeout: 120_000 };
  return (await run(command, ['script', origin, 'grip.csv', 'study.json'], options)).stdout;
}
const submitted = async (title: string) =>
  (
    await api.pool.query<{ status: string }>(
      'select u.status from repository.uploads u join repository.studies s on s.id = u.study where s.title = $1',
      [title],
    )
  ).rows;

test.skipIf(!(await has('curl')) || !(await has('jq')))(
  'the script with curl uploads, maps, describes and submits',
  async () => {
    expect(JSON.parse(await upload('sh', 'sh'))).toMatchObject({ status: 'Submitted' });
    expect(await submitted('Grip by sh')).toEqual([{ status: 'Submitted' }]);
  },
);

test.skipIf(!(await has('Rscript')))('the script with R does the same', async () => {
  await upload('r', 'Rscript');
  expect(await submitted('Grip by r')).toEqual([{ status: 'Submitted' }]);
});
