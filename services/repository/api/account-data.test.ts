import { expect, test } from 'vitest';

import { readZip } from '../../../tests/support/read-zip';
import { refusalOf } from '../../../tests/support/published-uploads';
import { actors } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';

const api = useUploadApi();
const { contributor } = actors;
const load = () => api.call(contributor, '/api/account/data');
const read = async (response: Response) => readZip(Buffer.from(await response.arrayBuffer()));

test('whoever downloads it twice and asks again is told so, and when to try again', async () => {
  const first = await load();
  const second = load();
  const third = await load();
  expect([third.headers.get('Retry-After'), await refusalOf(third)]).toEqual(['15', '429 export-running']);
  await read(first);
  const index = (await read(await second)).get('index.html')?.toString();
  expect(index).toMatch(/<body>\s*<main>[^]*<\/main>\s*<\/body>/);
});

test('what has arrived of an unfinished upload is in it', async () => {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '1000',
    'Upload-Metadata': `filename ${btoa('grip.csv')}`,
  };
  const begun = await api.call(contributor, '/api/fileupload/resumable/raw', { method: 'POST', headers });
  const patched = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const address = begun.headers.get('Location') ?? '';
  await api.call(contributor, address, { method: 'PATCH', headers: patched, body: 'person,sex' });
  const files = await read(await load());
  const [name = ''] = [...files.keys()].filter((path) => path.startsWith('files/unfinished/'));
  expect([name, files.get(name)?.toString()]).toEqual([expect.stringMatching(/-grip\.csv$/), 'person,sex']);
});
