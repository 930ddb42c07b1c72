import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import PDFDocument from 'pdfkit';
import { expect, test, vi } from 'vitest';

import { type UploadDocument, UploadDocumentsSchema } from '@domain/api/documents';
import { maxDocumentBytes, maxDocuments } from '@domain/limits';
import { actors } from '../../../tests/support/test-api';
import { smallTable, uploadForm, useUploadApi } from '../../../tests/support/upload-calls';
import { FairTables } from '../context/fair-tables';
import { examineDocument } from '../documents/examine-document';
import { sweepObjects } from '../upkeep/sweep';

const api = useUploadApi({ checks: true });
const { contributor, other } = actors;

const add = (id: string, posted: Parameters<typeof uploadForm>[0], actor = contributor) =>
  api.call(actor, `/api/fileupload/${id}/documents`, { method: 'POST', body: uploadForm(posted) });
const documentsOf = async (id: string) =>
  UploadDocumentsSchema.parse(await (await api.call(contributor, `/api/fileupload/${id}/documents`)).json());
const explain = (id: string, comments: object[]) =>
  api.call(contributor, `/api/fileupload/${id}/documents/comments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ comments }),
  });
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const found = ({ findings }: UploadDocument) => findings.map(({ kind, count }) => [kind, count]);

/** A pdf with a page for each text; an empty text makes a page without any. */
function pdf(pages: string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const text of pages) {
    document.addPage();
    if (text === '') document.rect(10, 10, 100, 100).fill();
    else document.text(text);
  }
  return new Promise((resolve) => {
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.end();
  });
}

const readme = [
  '# Grip strength',
  '',
  'Measured by Anna Schmidt. Questions: sport@example.org.',
  'The first child, born on 12 March 2009, was left out.',
].join('\n');

test('a README is taken, and what may be personal data is named with its line', async () => {
  const id = await api.take();
  const response = await add(id, [{ name: 'README.md', content: readme }]);
  expect(response.status).toBe(201);
  const [document] = await documentsOf(id);
  expect(document).toMatchObject({ fileName: 'README.md', type: 'md', state: 'read', pages: null });
  expect(document!.findings).toMatchObject([
    { kind: 'contact', count: 1, places: [{ page: null, line: 3 }], comment: null },
    { kind: 'name', count: 1, places: [{ page: null, line: 3 }] },
    {
      kind: 'birth-date',
      count: 1,
      places: [{ line: 4, text: 'The first child, born on 12 March 2009, was left out.' }],
    },
  ]);
});

test('names and phone numbers over the end of a line are found, once', async () => {
  const id = await api.take();
  const content = 'The tests were led by Anna\nSchmidt in the morning.\n\nCall Tel.\n0721 1234567 for the key.\n';
  await add(id, [{ name: 'notes.txt', content }]);
  const [document] = await documentsOf(id);
  expect(found(document!)).toEqual([
    ['contact', 1],
    ['name', 1],
  ]);
});

test('what is no personal data is not named', async () => {
  const id = await api.take();
  const content =
    'Standing long jump in cm, 20 m sprint in s.\nAnne-Frank-Schule, 2015 to 2017, DOI 10.1234/abcd.5678.';
  await add(id, [{ name: 'codebook.txt', content }]);
  expect((await documentsOf(id)).map(found)).toEqual([[]]);
});

test('the pages of a pdf are looked through, and those without text are counted', async () => {
  const id = await api.take();
  const content = await pdf(['Code book', 'Kontakt: anna@example.org', '']);
  await add(id, [{ name: 'Code book.PDF', content }]);
  const [document] = await documentsOf(id);
  expect(document).toMatchObject({ type: 'pdf', state: 'read', pages: 3, emptyPages: 1 });
  expect(document!.findings).toMatchObject([{ kind: 'contact', places: [{ page: 2, line: 1 }] }]);
});

test('a pdf without text and one with a password are taken, and said to be unread', async () => {
  const id = await api.take();
  await add(id, [
    { name: 'locked.pdf', content: await pdf(['Secret'], { userPassword: 'secret' }) },
    { name: 'scan.pdf', content: await pdf(['']) },
  ]);
  expect((await documentsOf(id)).map(({ state, findings }) => [state, findings])).toEqual([
    ['locked', []],
    ['no-text', []],
  ]);
});

test('texts in the encodings of csv files are read', async () => {
  const id = await api.take();
  const text = 'Größe in cm, gemessen von Jürgen Müller.';
  await add(id, [
    { name: 'a.txt', content: Buffer.from(text, 'latin1') },
    { name: 'b.txt', content: Buffer.from(`\ufeff${text}`, 'utf16le') },
  ]);
  expect((await documentsOf(id)).map(({ findings }) => findings[0]?.places[0]?.text)).toEqual([text, text]);
});

test('files that are no documents are refused, and nothing of them is kept', async () => {
  const id = await api.take();
  const before = await api.originals();
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0, 0, 0]);
  const cases: [string, string | Buffer, string][] = [
    ['notes.docx', 'text', 'document-type'],
    ['.txt', 'text', 'document-type'],
    ['empty.txt', '', 'document-empty'],
    ['picture.txt', png, 'document-not-text'],
    ['text.pdf', 'This is no pdf.', 'document-not-pdf'],
    ['broken.pdf', '%PDF-1.7\nnothing', 'document-damaged'],
    ['large.txt', Buffer.alloc(maxDocumentBytes + 1, 'a'), 'document-too-large'],
  ];
  for (const [name, content, code] of cases) {
    const good = { name: 'good.txt', content: 'A good text.' };
    expect([name, await codeOf(await add(id, [good, { name, content }]))]).toEqual([name, code]);
  }
  expect(await documentsOf(id)).toEqual([]);
  expect(await api.originals()).toBe(before);
});

test('documents of a client that has left are not looked through, and nothing of them is kept', async () => {
  const id = await api.take();
  const before = await api.originals();
  const body = uploadForm([{ name: 'README.md', content: readme }]);
  const left = { method: 'POST', body, signal: AbortSignal.abort() };
  expect(await codeOf(await api.call(contributor, `/api/fileupload/${id}/documents`, left))).toBe('file-incomplete');
  expect([await documentsOf(id), await api.originals()]).toEqual([[], before]);
});

test('an account that hands in many documents does not let another one wait for all of them', async () => {
  const { signal } = new AbortController();
  const engine = new FairTables(api.repository.tables);
  const done = await api.repository.files.withScratchFile(async (path) => {
    await writeFile(path, readme);
    const ended: string[] = [];
    const examine = async (account: string) => {
      const repository = { ...api.repository, tables: engine.of(account, () => signal) };
      await examineDocument(repository, { path, name: 'README.md', type: 'md' }, { account, signal });
      ended.push(account);
    };
    await Promise.all([...Array.from({ length: 7 }, () => 'a'), 'b'].map(examine));
    return ended;
  });
  // It is read third or fourth, and then overtaken by few.
  expect(done.indexOf('b')).toBeLessThan(6);
});

test('documents that wait for the engine let those of others in', async () => {
  const { signal } = new AbortController();
  const waiting: ((reason: Error) => void)[] = [];
  const all = () => new Promise<never>((_, reject) => waiting.push(reject));
  const busy = { ...api.repository, tables: { ...api.repository.tables, all } };
  await api.repository.files.withScratchFile(async (path) => {
    await writeFile(path, readme);
    const document = { path, name: 'README.md', type: 'md' } as const;
    const own = [1, 2].map(() => examineDocument(busy, document, { account: 'a', signal }));
    await expect.poll(() => waiting.length).toBe(2);
    const { state } = await examineDocument(api.repository, document, { account: 'b', signal });
    expect(state).toBe('read');
    for (const end of waiting) end(new Error('over'));
    await Promise.allSettled(own);
  });
});

/** Stops the processes that read documents, as if their files took long. */
function stopReaders(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const readers = children.filter((pid) => /parser/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  for (const pid of readers) process.kill(Number(pid), 'SIGSTOP');
  return readers.length;
}

test.runIf(process.platform === 'linux')('a document that waits too long is refused, and not kept', async () => {
  const id = await api.take();
  const before = await api.originals();
  const leaving = new AbortController();
  await api.repository.files.withScratchFile(async (path) => {
    await writeFile(path, readme);
    const document = { path, name: 'README.md', type: 'md' } as const;
    const from = { account: 'a', signal: leaving.signal };
    const others = [1, 2].map(() => examineDocument(api.repository, document, from).catch(() => null));
    await expect.poll(stopReaders, { interval: 1 }).toBe(2);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: Response[] = [];
    void add(id, [{ name: 'README.md', content: readme }]).then((answer) => answers.push(answer));
    await expect.poll(async () => (await vi.advanceTimersByTimeAsync(1000), answers.length)).toBe(1);
    vi.useRealTimers();
    const [{ status, headers }] = answers as [Response];
    expect([status, headers.get('Retry-After')]).toEqual([503, '15']);
    leaving.abort();
    await Promise.all(others);
  });
  expect([await documentsOf(id), await api.originals()]).toEqual([[], before]);
  expect(api.serverErrors.splice(0)).toHaveLength(1);
});

test('the limit of a document is told in words', async () => {
  const id = await api.take();
  const response = await add(id, [{ name: 'large.txt', content: Buffer.alloc(maxDocumentBytes + 1, 'a') }]);
  expect(((await response.json()) as { title: string }).title).toContain('20 MB');
});

test.each([
  ['forms of accents', 'Größen.txt'.normalize('NFD'), 'GRÖßEN.TXT'],
  ['small letters that JavaScript and the database see differently', 'ΟΔΟΣ 1.txt', 'οδοσ 1.txt'],
  ['a capital whose small letter has two signs in JavaScript', 'İstanbul.txt', 'istanbul.txt'],
])('a document replaces one whose name differs in %s only', async (_, first, second) => {
  const id = await api.take();
  expect((await add(id, [{ name: first, content: 'First.' }])).status).toBe(201);
  expect((await add(id, [{ name: second, content: 'Second.' }])).status).toBe(201);
  expect((await documentsOf(id)).map(({ fileName }) => fileName)).toEqual([second]);
  const both = [
    { name: first, content: 'Third.' },
    { name: second, content: 'Fourth.' },
  ];
  expect((await add(id, both)).status).toBe(201);
  expect((await documentsOf(id)).map(({ fileName }) => fileName)).toEqual([second]);
});

test('folders and signs that some systems forbid are taken out of the names', async () => {
  const id = await api.take();
  await add(id, [{ name: '../../etc/a:b%41?.txt', content: 'Text.' }]);
  expect((await documentsOf(id)).map(({ fileName }) => fileName)).toEqual(['a_b_41_.txt']);
});

test('names that a file system would not hold are cut between characters, and names of devices are changed', async () => {
  const id = await api.take();
  const posted = ['é'.repeat(196), `a${'😀'.repeat(140)}`, 'CON', 'lpt1.old', 'console'];
  await add(
    id,
    posted.map((name) => ({ name: `${name}.txt`, content: `Text of ${name}` })),
  );
  const names = (await documentsOf(id)).map(({ fileName }) => fileName.replace(/\.txt$/, ''));
  const kept = ['é'.repeat(98), `a${'😀'.repeat(48)}`, 'CON_', 'lpt1_.old', 'console'];
  expect(names.sort()).toEqual(kept.sort());
});

test('a document of the same name replaces the former, whose object is removed; the same findings keep their comment', async () => {
  const id = await api.take();
  await add(id, [{ name: 'README.md', content: readme }]);
  const [first] = await documentsOf(id);
  await explain(id, [{ document: first!.id, kind: 'contact', comment: 'Public address.' }]);
  const before = await api.originals();
  await add(id, [{ name: 'readme.MD', content: readme.replace('born on 12 March 2009', 'nine years old') }]);
  const after = await documentsOf(id);
  expect(after.map(({ fileName }) => fileName)).toEqual(['readme.MD']);
  expect(after[0]!.findings.map(({ kind, comment }) => [kind, comment])).toEqual([
    ['contact', 'Public address.'],
    ['name', null],
  ]);
  expect(await api.originals()).toBe(before);
});

test('there are at most ten, also if they arrive at once', async () => {
  const id = await api.take();
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${from + index}.txt`, content: `Text ${from + index}` }));
  expect((await add(id, some(0, maxDocuments - 1))).status).toBe(201);
  const answers = await Promise.all([add(id, some(20, 1)), add(id, some(30, 1))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await documentsOf(id)).toHaveLength(maxDocuments);
  expect(await codeOf(await add(id, some(40, 1)))).toBe('too-many-documents');
});

test('findings without a comment block the submission; comments are checked', async () => {
  const id = await api.take();
  await add(id, [{ name: 'README.md', content: readme }]);
  const missing = async () => {
    const review = (await (await api.call(contributor, `/api/submit/${id}`)).json()) as {
      missing: { code: string; count: number }[];
    };
    return review.missing.filter(({ code }) => code === 'findings-open').map(({ count }) => count);
  };
  expect(await missing()).toEqual([3]);
  const [document] = await documentsOf(id);
  const about = (kind: string, comment: string, of = document!.id) => explain(id, [{ document: of, kind, comment }]);
  expect(await codeOf(await about('contact', 'x'))).toBe('comment-too-short');
  expect(await codeOf(await about('contact', 'Fine.', randomUUID()))).toBe('no-such-finding');
  for (const kind of ['contact', 'name', 'birth-date']) expect((await about(kind, 'Allowed.')).status).toBe(200);
  expect(await missing()).toEqual([]);
  await about('name', '');
  expect(await missing()).toEqual([1]);
});

test('a document is sent as a download that no browser shows or runs', async () => {
  const id = await api.take();
  await add(id, [{ name: 'Über uns.md', content: '<script>alert(1)</script>' }]);
  const [document] = await documentsOf(id);
  const response = await api.call(contributor, `/api/fileupload/${id}/documents/${document!.id}`);
  expect(await response.text()).toBe('<script>alert(1)</script>');
  expect(response.headers.get('Content-Type')).toBe('text/markdown');
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment;.*%C3%9Cber%20uns\.md/);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(response.headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'");
});

test('others neither see nor change documents, and nobody changes those of a submission', async () => {
  const id = await api.take();
  await add(id, [{ name: 'a.txt', content: 'Text.' }]);
  const [document] = await documentsOf(id);
  const address = `/api/fileupload/${id}/documents`;
  expect((await api.call(other, address)).status).toBe(404);
  expect((await api.call(other, `${address}/${document!.id}`)).status).toBe(404);
  expect((await add(id, [{ name: 'b.txt', content: 'Text.' }], other)).status).toBe(404);
  await api.setStatus(id, 'Submitted');
  expect(await codeOf(await add(id, [{ name: 'b.txt', content: 'Text.' }]))).toBe('upload-submitted');
  const removed = await api.call(contributor, `${address}/${document!.id}`, { method: 'DELETE' });
  expect(await codeOf(removed)).toBe('upload-submitted');
});

test('objects are removed with their document or upload, and the sweep keeps those that are needed', async () => {
  const before = await api.originals();
  const id = await api.take(smallTable('swept.csv'));
  await add(id, [
    { name: 'a.txt', content: 'Text a.' },
    { name: 'b.txt', content: 'Text b.' },
  ]);
  const [first] = await documentsOf(id);
  await api.call(contributor, `/api/fileupload/${id}/documents/${first!.id}`, { method: 'DELETE' });
  expect(await api.originals()).toBe(before + 2);
  const later = { ...api.repository, now: () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000) };
  await sweepObjects(later, new AbortController().signal);
  const [second] = await documentsOf(id);
  const kept = await api.call(contributor, `/api/fileupload/${id}/documents/${second!.id}`);
  expect(await kept.text()).toBe('Text b.');
  await api.call(contributor, `/api/fileupload/${id}`, { method: 'DELETE' });
  expect(await api.originals()).toBe(before);
});

test('what is no id of a document is not found', async () => {
  const id = await api.take();
  for (const document of ['x', '%00', randomUUID()]) {
    for (const method of ['GET', 'DELETE']) {
      const response = await api.call(contributor, `/api/fileupload/${id}/documents/${document}`, { method });
      expect([document, method, response.status]).toEqual([document, method, 404]);
    }
  }
});
