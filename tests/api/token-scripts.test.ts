import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { MadeTokenSchema, type TokenScope } from '@domain/access-tokens';
import { addDays } from '@domain/local-time';

import { webListener } from '../../services/http/web-listener';
import { recordPerson } from '../../services/repository/store/people';
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
/** What the page shows in a language: a script, or the study as JSON. */
const shownIn = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';
const pageTitle = 'Grip strength of adults, spring 2023';

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

interface Attempt {
  language: string;
  program: string;
  title: string;
  scopes?: readonly TokenScope[];
  file?: string;
  /** Name of the template that the script asks for. */
  template?: string;
  /** What is in the file, which is not taken twice. */
  study?: string;
}

/**
 * Runs a script of the page with a file of its own and the study of the page under a title. Returns what it prints.
 * Throws if it ends with another code than 0.
 */
async function upload({
  language,
  program,
  title,
  scopes = ['read', 'upload'],
  file = 'grip.csv',
  template = 'Grip',
  study = randomUUID(),
}: Attempt): Promise<string> {
  const until = addDays(new Date().toISOString().slice(0, 10), 1);
  const wanted = { label: language, scopes, until };
  const made = await ask(api, actors.contributor, '/api/tokens', { method: 'POST', body: wanted });
  const { secret } = MadeTokenSchema.parse(await made.json());
  const rows = Array.from(
    { length: 20 },
    (_, row) => `${study}-${row},${row % 2 ? 'm' : 'f'},${9 + (row % 3)},${14 + (row % 7)}`,
  );
  const files = {
    script: shownIn(language).replaceAll('"Grip"', `"${template}"`),
    [file]: `id,sex,age,grip\n${rows.join('\n')}\n`,
    'study.json': shownIn('json').replace(pageTitle, title),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const environment = { ...process.env, MOTOTHEK_TOKEN: secret };
  const options = { cwd: folder, env: environment, timeout: 120_000 };
  return (await run(program, ['script', `${origin}/`, file, 'study.json'], options)).stdout;
}
const uploadCount = async () => (await api.pool.query('select from repository.uploads')).rowCount;
const submitted = async (title: string) =>
  (
    await api.pool.query<{ status: string }>(
      'select u.status from repository.uploads u join repository.studies s on s.id = u.study where s.title = $1',
      [title],
    )
  ).rows;

const hasCurl = (await has('bash')) && (await has('curl')) && (await has('jq'));
const scripts = [
  { language: 'bash', program: 'bash', title: pageTitle, isHere: hasCurl },
  { language: 'python', program: 'python3', title: 'Grip by Python', isHere: await has('python3') },
  { language: 'r', program: 'Rscript', title: 'Grip by R', isHere: await has('Rscript') },
];

describe.each(scripts)('the script in $language', ({ isHere, ...script }) => {
  test.skipIf(!isHere)('uploads, maps, describes and submits', async () => {
    expect(await upload(script)).toContain('Submitted');
    expect(await submitted(script.title)).toEqual([{ status: 'Submitted' }]);
  });

  test.skipIf(!isHere)('says which call was refused and why, and fails', async () => {
    await expect(upload({ ...script, scopes: ['read'] })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/fileupload\/raw:? .*This access token does not allow this/s) as string,
    });
    await expect(upload({ ...script, title: '' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/api/metadata') as string,
    });
  });

  test.skipIf(!isHere)('takes files of any name', async () => {
    const title = `${script.title}, another name`;
    expect(await upload({ ...script, title, file: 'Kraft, "neu"; 2023.csv' })).toContain('Submitted');
  });

  test.skipIf(!isHere)('uploads nothing if the template is not there', async () => {
    const before = await uploadCount();
    await expect(upload({ ...script, template: 'Nothing' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no template') as string,
    });
    expect(await uploadCount()).toBe(before);
  });

  test.skipIf(!isHere)('names the upload that is deleted before it runs again', async () => {
    const again = { ...script, title: `${script.title}, again`, study: randomUUID() };
    const refused = await upload({ ...again, title: '' }).catch((error: { stderr: string }) => error.stderr);
    const id = /^Upload (\w+)$/m.exec(refused)?.[1];
    expect((await ask(api, actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await upload(again)).toContain('Submitted');
  });
});
