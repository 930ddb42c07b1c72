import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import nodemailer from 'nodemailer';

import { Outage } from '@domain/outage';
import { comparedEmail, oneLine } from '@domain/text';
import type { Mail, Mailer } from '../context/mailer';

export interface MailerOptions {
  /** SMTP server as smtp:// or smtps:// address. Without it mails go to the outbox. */
  smtpUrl?: string | undefined;
  /** Sender of every mail. */
  from: string;
  /** Folder for mails as .eml files if no server is configured. */
  outboxFolder: string;
  /** Logs the file name of each mail in the outbox. */
  log: (text: string) => void;
}

/** Timeout for the mail server's connection, greeting and responses, in milliseconds. */
const timeoutMs = 20_000;

/**
 * Sends mails by SMTP, or writes each as `.eml` file to the outbox folder, once even if it is sent again. Rejects with an
 * Outage unless the server refuses the recipient.
 */
export function createMailer({ smtpUrl, from, outboxFolder, log }: MailerOptions): Mailer {
  if (!smtpUrl) return createOutbox(from, outboxFolder, log);
  const limits = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!limits.searchParams.has(name)) limits.searchParams.set(name, String(timeoutMs));
  }
  const transport = nodemailer.createTransport(limits.href);
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...message(mail, from) }).catch((error: unknown) => {
        throw refusesRecipient(error) ? error : new Outage('The mail server refuses mails.', { cause: error });
      });
    },
    forget: async () => {},
  };
}

/**
 * Whether trying again is of no use. Everything else that a server refuses, also for good, is about the server or our
 * account there, which its operator corrects: to greet, a login, relaying (5.7, RFC 3463, section 3.8), or a text.
 */
function refusesRecipient(error: unknown): boolean {
  const { code, command, response = '' } = error as { code?: string; command?: string; response?: string };
  return (
    code === 'EENVELOPE' && command !== 'MAIL FROM' && !/^[45]\d\d[ -][45]\.7\./.test(response) && !/^4/.test(response)
  );
}

function createOutbox(from: string, folder: string, log: (text: string) => void): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { id = randomUUID() } = mail;
      await mkdir(folder, { recursive: true });
      const ending = `-${id}.eml`;
      if ((await readdir(folder)).some((name) => name.endsWith(ending))) return;
      const sent = await transport.sendMail({ from, ...message(mail, from) });
      const name = `${new Date().toISOString().replaceAll(':', '-')}${ending}`;
      // Renamed at the end, so that the outbox contains only complete mails. What a crash leaves is written over.
      const part = path.join(folder, `${id}.part`);
      await writeFile(part, sent.message as Buffer);
      await rename(part, path.join(folder, name));
      log(`A mail is in the outbox: ${name}`);
    },
    forget: async (addresses) => {
      const wanted = new Set(addresses.map(comparedEmail));
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        if (wanted.has(await recipientOf(file))) await rm(file, { force: true });
      }
    },
  };
}

/** Address that a mail of the outbox is for, in the form in which addresses are compared; '' if there is none. */
async function recipientOf(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch(() => '');
  const [, address = ''] = /^To: <?([^\s<>]+)>?\r?$/im.exec(content) ?? [];
  return comparedEmail(address);
}

/** Prevents automatic replies such as absence notes (RFC 3834). */
const headers = { 'Auto-Submitted': 'auto-generated' };

/**
 * Exactly one recipient, and a subject without line breaks. Mail programs show a button for `endAddress`, and many keep
 * only one of two mails with the same Message-ID.
 */
function message({ to, subject, text, endAddress, id }: Mail, from: string) {
  const [, host = 'localhost'] = /@([^\s>@]+)/.exec(from) ?? [];
  const ending = endAddress
    ? { 'List-Unsubscribe': `<${endAddress}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};
  return {
    to: { name: '', address: oneLine(to) },
    subject: oneLine(subject),
    text,
    ...(id === undefined ? {} : { messageId: `<${id}@${host}>` }),
    headers: { ...headers, ...ending },
  };
}
