import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { composeMail, mailKinds } from './compose-mail';
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
  test('without a server a mail is a file in the outbox, and one line says where', async () => {
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
    expect(lines[0]).toMatch(/^Mail to eva@example\.org .*\.eml$/);
    const texts = names.map((name) => readFileSync(path.join(outboxFolder, name), 'utf8')).join();
    expect(texts).toMatch(/^From: Motothek <no-reply@example\.org>\r?$/m);
    expect(texts).toMatch(/^To: eva@example\.org\r?$/m);
    // A title cannot smuggle a header in.
    expect(texts).not.toMatch(/^Bcc:/m);
  });
});

describe('SMTP', () => {
  test('with a server the mail goes there', async () => {
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

  test('a server that is away is a failure, which the queue tries again', async () => {
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
});

/** The few answers of a mail server that a client needs. */
async function startServer() {
  let received = '';
  const server = net.createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (data) => {
      const text = data.toString();
      received += text;
      if (inData) {
        if (!received.includes('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 taken\r\n');
      } else if (text.startsWith('DATA')) {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (text.startsWith('QUIT')) {
        socket.end('221 bye\r\n');
      } else socket.write('250 ok\r\n');
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
    title: 'Fitness {{name}}',
    file: 'a.csv',
    address: 'https://motothek.example/x',
  };

  test.each(mailKinds)('the mail "%s" says it in both languages, with every value filled in', (kind) => {
    const { to, subject, text } = composeMail(kind, 'eva@example.org', values);
    expect(to).toBe('eva@example.org');
    expect(subject.split(' / ')).toHaveLength(2);
    expect(text).toContain('Hello Eva');
    expect(text).toContain('Guten Tag Eva');
    expect(text.match(/https:\/\/motothek\.example\/x/g)).toHaveLength(2);
    expect(text.replaceAll('Fitness {{name}}', '')).not.toContain('{{');
  });
});
