import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { isOutage } from '@domain/outage';

import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { Mail } from '../context/mailer';
import { findPeople, recordPerson } from '../store/people';
import { composeDigest, composeMail, isForBoard, mailKinds } from './compose-mail';
import { createMailer } from './nodemailer-mailer';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function outbox(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-mail-'));
  folders.push(folder);
  return path.join(folder, 'outbox');
}

const mail = { to: 'eva@example.org', subject: 'Größe\r\nBcc: other@example.org', text: 'Übung\n' };

describe('outbox', () => {
  test('without a server a mail is a file in the outbox, and only its name is logged', async () => {
    const outboxFolder = outbox();
    const lines: string[] = [];
    const mailer = createMailer({
      from: 'Motothek <no-reply@example.org>',
      outboxFolder,
      log: (line) => lines.push(line),
    });
    await mailer.send(mail);
    await mailer.send({ ...mail, subject: 'Second' });
    const names = readdirSync(outboxFolder);
    expect(names).toHaveLength(2);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^A mail is in the outbox: [\w.-]+\.eml$/);
    expect(names.some((name) => lines[0]?.endsWith(name))).toBe(true);
    const texts = names.map((name) => readFileSync(path.join(outboxFolder, name), 'utf8')).join();
    expect(texts).toMatch(/^From: Motothek <no-reply@example\.org>\r?$/m);
    expect(texts).toMatch(/^To: eva@example\.org\r?$/m);
    expect(texts).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    // A title cannot add a header.
    expect(texts).not.toMatch(/^Bcc:/m);
  });

  test('a mail that is sent again after a failure is in the outbox once, and by SMTP it has the same Message-ID', async () => {
    const outboxFolder = outbox();
    const mailer = createMailer({ from: 'Motothek <no-reply@example.org>', outboxFolder, log: () => undefined });
    for (const id of ['first', 'first', 'second']) await mailer.send({ ...mail, id });
    const names = readdirSync(outboxFolder).sort();
    expect(names.map((name) => name.split('-').at(-1))).toEqual(['first.eml', 'second.eml']);
    expect(readFileSync(path.join(outboxFolder, names[0]!), 'utf8')).toMatch(/^Message-ID: <first@example\.org>\r?$/m);
  });

  test('a mail that was ordered has the headers with which mail programs end it', async () => {
    const outboxFolder = outbox();
    const mailer = createMailer({ from: 'no-reply@example.org', outboxFolder, log: () => undefined });
    const endAddress = `https://motothek.example/api/search/saved/end/${'x'.repeat(60)}`;
    await mailer.send({ ...mail, endAddress });
    const [name = ''] = readdirSync(outboxFolder);
    // Long headers are folded.
    const headers = readFileSync(path.join(outboxFolder, name), 'utf8').replace(/\r?\n /g, ' ');
    expect(headers).toMatch(new RegExp(`^List-Unsubscribe: +<${endAddress}>\r?$`, 'm'));
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    await mailer.send(mail);
    const [other = ''] = readdirSync(outboxFolder).filter((file) => file !== name);
    expect(readFileSync(path.join(outboxFolder, other), 'utf8')).not.toContain('List-Unsubscribe');
  });

  test.each(['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', 'Eva <b@example.org>, a@x'])(
    'the address %j is at most one recipient and adds no header',
    async (to) => {
      const outboxFolder = outbox();
      await createMailer({ from: 'no-reply@example.org', outboxFolder, log: () => undefined }).send({ ...mail, to });
      const [name = ''] = readdirSync(outboxFolder);
      const headers = readFileSync(path.join(outboxFolder, name), 'utf8').split(/\r?\n\r?\n/)[0] ?? '';
      expect(headers).not.toMatch(/^Bcc:/m);
      expect(headers.match(/^To: .*$/gm)).toHaveLength(1);
      expect(headers).not.toMatch(/^To: [^<]*,/m);
    },
  );
});

describe('SMTP', () => {
  test('with a server the mail is sent to it', async () => {
    const server = await startServer();
    const outboxFolder = outbox();
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${server.port}/?ignoreTLS=true`,
      from: 'no-reply@example.org',
      outboxFolder,
      log: () => undefined,
    });
    await mailer.send({ ...mail, subject: 'Hello' });
    await server.close();
    expect(server.received()).toContain('RCPT TO:<eva@example.org>');
    expect(server.received()).toContain('MAIL FROM:<no-reply@example.org>');
    expect(server.received()).toContain('Subject: Hello');
  });

  test('an unavailable server is a failure, which the queue retries', async () => {
    const server = await startServer();
    await server.close();
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${server.port}`,
      from: 'no-reply@example.org',
      outboxFolder: outbox(),
      log: () => undefined,
    });
    await expect(mailer.send(mail)).rejects.toThrow();
  });

  test.each([
    ['greets with a refusal', { greeting: '554 no service here' }, true],
    ['is another service', { greeting: 'SSH-2.0-OpenSSH' }, true],
    ['refuses to talk', { EHLO: '550 no', HELO: '550 no' }, true],
    ['wants a login', { 'MAIL FROM': '530 5.7.0 authentication required' }, true],
    ['is full', { 'MAIL FROM': '552 no space' }, true],
    ['does not know the recipient', { 'RCPT TO': '550 5.1.1 no such user' }, false],
    ['does not send for us', { 'RCPT TO': '554 5.7.1 relay access denied' }, true],
    ['refuses the text', { '.': '554 refused' }, true],
  ])('a mail waits unless its recipient is refused: the server %s', async (_, answers, waits) => {
    const server = await startServer(answers);
    const smtpUrl = `smtp://127.0.0.1:${server.port}/?ignoreTLS=true&greetingTimeout=500`;
    const mailer = createMailer({
      smtpUrl,
      from: 'no-reply@example.org',
      outboxFolder: outbox(),
      log: () => undefined,
    });
    const error: unknown = await mailer.send(mail).catch((failure: unknown) => failure);
    await server.close();
    expect(error).toBeInstanceOf(Error);
    expect(isOutage(error)).toBe(waits);
  });
});

/** The few mail server responses that a client needs; `answers` replaces those to commands, and to the end of a text. */
async function startServer({ greeting = '220 test', ...answers }: Record<string, string> = {}) {
  let received = '';
  const server = net.createServer((socket) => {
    let inData = false;
    const replace = (command: string, usual: string) => socket.write(`${answers[command] ?? usual}\r\n`);
    socket.write(`${greeting}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const text = data.toString();
      received += text;
      if (inData) {
        if (!received.includes('\r\n.\r\n')) return;
        inData = false;
        replace('.', '250 taken');
      } else if (text.startsWith('DATA')) {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (text.startsWith('QUIT')) {
        socket.end('221 bye\r\n');
      } else replace(/^[A-Z]+(?: [A-Z]+)?(?=:)|^[A-Z]+/.exec(text)?.[0] ?? '', '250 ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    received: () => received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('texts', () => {
  const values = {
    name: 'Eva',
    titles: [{ text: 'Fitness {{name}}', language: 'en' as const }],
    file: 'a.csv',
    address: 'https://motothek.example/x',
    due: '2026-12-24',
    doi: { name: '10.12345/x.7', status: 'reserved' as const },
    contributor: 'Clara Contributor, clara@example.org',
    n: 1234,
    rows: 2345,
  };

  test.each(mailKinds)('the mail "%s" is in both languages, with all placeholders filled', (kind) => {
    const { to, subject, text } = composeMail(kind, 'eva@example.org', null, values);
    expect(to).toBe('eva@example.org');
    expect(subject).toMatch(/^Motothek, a\.csv: .+ \/ .+$/);
    expect(text).toContain('Hello Eva');
    expect(text).toContain('Guten Tag Eva');
    expect(text.match(/https:\/\/motothek\.example\/x/g)).toHaveLength(2);
    expect(text.replaceAll('Fitness {{name}}', '')).not.toContain('{{');
  });

  test('an upload without a title is named by its file alone, in every mail', () => {
    for (const kind of mailKinds) {
      const { text } = composeMail(kind, 'e@x', null, { ...values, titles: [] });
      expect([kind, text]).toEqual([kind, expect.stringContaining(values.file)]);
      expect([kind, text]).toEqual([kind, expect.not.stringContaining('()')]);
    }
  });

  test('each language of a mail has its own title, or the only one', () => {
    const titles = [
      { text: 'Handkraft', language: 'de' as const },
      { text: 'Grip', language: 'en' as const },
    ];
    const halves = (used: typeof titles) =>
      composeMail('coAuthorInvited', 'e@x', null, { ...values, titles: used }).text.split('\n---\n');
    expect(halves(titles)).toEqual([expect.stringContaining('(Grip)'), expect.stringContaining('(Handkraft)')]);
    expect(halves(titles.slice(0, 1))).toEqual([
      expect.stringContaining('(Handkraft)'),
      expect.stringContaining('(Handkraft)'),
    ]);
  });

  test.each([
    ['submitted', 'reserved', 'The DOI 10.12345/x.7 is reserved', 'Die DOI 10.12345/x.7 ist reserviert'],
    ['submitted', 'test', '10.12345/x.7 (test DOI, not registered)', '(Test-DOI, nicht registriert)'],
    ['accepted', 'registered', 'DOI: https://doi.org/10.12345/x.7 (it may', 'DOI: https://doi.org/10.12345/x.7 (es'],
    ['accepted', 'test', '10.12345/x.7 (test DOI, not registered)', '(Test-DOI, nicht registriert)'],
  ] as const)('the mail "%s" contains a %s DOI', (kind, status, english, german) => {
    const { text } = composeMail(kind, 'eva@example.org', null, { ...values, doi: { name: '10.12345/x.7', status } });
    expect(text).toContain(english);
    expect(text).toContain(german);
  });

  test.each(mailKinds)('the mail "%s" is in the language of its reader alone', (kind) => {
    const [english, german] = (['en', 'de'] as const).map((language) => composeMail(kind, 'e@x', language, values));
    expect(english!.text).toContain('Hello Eva');
    expect(english!.text).not.toContain('Guten Tag');
    expect(german!.text).toContain('Guten Tag Eva');
    expect(german!.text).not.toContain('Hello');
    expect(`${english!.subject} / ${german!.subject.slice('Motothek, a.csv: '.length)}`).toBe(
      composeMail(kind, 'e@x', null, values).subject,
    );
  });

  test.each(mailKinds)('the mail "%s" names contributor and size to the board only', (kind) => {
    const { text } = composeMail(kind, 'e@x', null, values);
    const facts = [
      'Contributor: Clara Contributor, clara@example.org',
      'Size: n = 1,234; rows: 2,345',
      'Vote expected by: 24 December 2026',
      'Umfang: n = 1.234; Zeilen: 2.345',
      'Stimme erwartet bis: 24. Dezember 2026',
    ];
    for (const fact of facts) expect(text.includes(fact)).toBe(isForBoard(kind));
    expect(text.includes('clara@example.org')).toBe(isForBoard(kind));
    const without = composeMail(kind, 'e@x', 'en', { ...values, due: '', n: null }).text;
    expect(without).not.toMatch(/Size|expected by:/);
  });

  test.each([
    ['expert', 'the experts of the two panels can read it', 'eines der beiden Gutachten hat'],
    ['chair', 'Only its author and the chair can read it', 'und die Leitung'],
    ['board', 'The contributor has written it', 'Geschrieben haben sie die Beitragenden'],
  ] as const)('a mail about a note to the %s says who can read it', (readers, english, german) => {
    const { text } = composeMail('noteToBoard', 'e@x', null, { ...values, readers });
    expect(text).toContain(english);
    expect(text).toContain(german);
    expect(composeMail('noteToContributor', 'e@x', 'en', values).text).toContain('You and the editorial board can');
  });

  test('votes that disagree are explained, with the day from which the chair decides', () => {
    const { text } = composeMail('votesDisagree', 'e@x', null, values);
    expect(text).toContain('save it again with a note that gives your reasons');
    expect(text).toContain('if you have not agreed by 24 December 2026');
    expect(text).toContain('wenn Sie sich bis zum 24. Dezember 2026 nicht einig sind');
  });

  test('the mails of a day are one mail, each with its subject', () => {
    const waiting = [composeMail('voteNeeded', 'e@x', 'en', values), composeMail('handedIn', 'e@x', 'en', values)];
    const person = { name: 'Eva', email: 'eva@example.org', language: 'en' as const };
    const { to, subject, text } = composeDigest(person, waiting, 'https://motothek.example/profile');
    expect([to, subject]).toEqual(['eva@example.org', 'Motothek: news from the editorial board']);
    expect(text).toContain(`1. ${waiting[0]!.subject}`);
    expect(text).toContain(`2. ${waiting[1]!.subject}`);
    expect(text.match(/https:\/\/motothek\.example\/x/g)).toHaveLength(2);
    expect(text).toContain('https://motothek.example/profile');
    expect(composeDigest({ ...person, language: null }, waiting, 'x').text).toContain('Guten Tag Eva');
  });

  test('a long file name is shortened in the subject', () => {
    const file = `${'Größen🏃'.repeat(30)}.csv`;
    const { subject, text } = composeMail('voteNeeded', 'eva@example.org', null, { ...values, file });
    expect(subject).toBe(
      `Motothek, ${'Größen🏃'.repeat(5)}Größ…: a submission needs your vote / Für eine Einreichung wird Ihre Stimme gebraucht`,
    );
    expect(text).toContain(file);
  });

  test('text from users stays on one line', () => {
    const typed = {
      name: 'Eva\r\nBcc: x@example.org',
      titles: [{ text: 'A\n\nYour account: http://evil.example', language: '' as const }],
      file: 'a\u0000\u2028b.csv',
    };
    const { subject, text } = composeMail('submitted', 'eva@example.org', null, { ...values, ...typed });
    expect(subject).toMatch(/^Motothek, a b\.csv: [^\r\n]+$/);
    expect(text).toContain('Hello Eva Bcc: x@example.org,\n');
    expect(text).toContain('a b.csv (A Your account: http://evil.example).');
    expect(text).not.toMatch(/^(Bcc|Your account)/m);
  });
});

const sent: Mail[] = [];
let isAway = true;
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({
    mail: {
      send: (mail) => {
        if (isAway) return Promise.reject(new Error('connect ECONNREFUSED'));
        sent.push(mail);
        return Promise.resolve();
      },
      forget: () => Promise.resolve(),
    },
  });
  const { repository } = api;
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  repository.jobs.handle('register-doi', () => Promise.resolve());
});
afterAll(() => api?.close());

test('the language of a person is that of their latest call, unless it names none', async () => {
  const person = { ...actors.other, subject: 'linguist' };
  const languageAfter = async (language: string) => {
    await ask(api, person, '/api/fileupload', { language });
    return (await findPeople(api.repository.db, [person.subject])).get(person.subject)?.language;
  };
  expect(await languageAfter('*')).toBeNull();
  expect(await languageAfter('de-AT,en;q=0.5')).toBe('de');
  expect(await languageAfter('*')).toBe('de');
  expect(await languageAfter('en')).toBe('en');
});

test('uploads can be submitted while the mail server is unavailable, and mails are sent later', async () => {
  await recordPerson(api.repository.db, actors.expert1, new Date());
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  expect([(await storedUpload(api, number)).upload.status, sent]).toEqual(['Submitted', []]);
  expect(api.jobLog).toHaveLength(2);
  for (const line of api.jobLog) {
    expect(line).toMatch(/^Job send-mail \{\} failed and will be tried again\. Error: connect/);
  }
  isAway = false;
  await api.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await api.settle();
  expect(sent.map(({ to }) => to).sort()).toEqual([actors.contributor.email, actors.expert1.email]);
  const text = sent.find(({ to }) => to === actors.contributor.email)?.text;
  expect(text).toContain(`DOI: 10.5072/motothek.${number} (test DOI, not registered)`);
  // The contributor's calls were in English, and nobody knows the language of the expert.
  expect(text).not.toContain('Guten Tag');
  expect(sent.find(({ to }) => to === actors.expert1.email)?.text).toContain('Guten Tag');
  expect(text).toContain(`https://motothek.example/file-upload/submit/${id}`);
});
