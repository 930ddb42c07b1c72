import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import nodemailer from 'nodemailer';

import type { Mail, Mailer } from '../context/mailer';

export interface MailerOptions {
  /** Server that takes the mails, as smtp:// or smtps:// address; without it they go to the outbox. */
  smtpUrl?: string | undefined;
  /** Sender of every mail. */
  from: string;
  /** Folder for mails as .eml files while no server is configured. */
  outboxFolder: string;
  /** Told in one line where a mail was filed. */
  log: (text: string) => void;
}

/** Longest wait for the mail server's connection, greeting and answers, in milliseconds. */
const timeoutMs = 20_000;

/** Sends mails by SMTP, or files each as `.eml` in the outbox folder. Fails when the server refuses. */
export function createMailer({ smtpUrl, from, outboxFolder, log }: MailerOptions): Mailer {
  if (!smtpUrl) return createOutbox(from, outboxFolder, log);
  const limits = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!limits.searchParams.has(name)) limits.searchParams.set(name, String(timeoutMs));
  }
  const transport = nodemailer.createTransport(limits.href);
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...message(mail) });
    },
  };
}

function createOutbox(from: string, folder: string, log: (text: string) => void): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const sent = await transport.sendMail({ from, ...message(mail) });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const file = path.join(folder, name);
      await mkdir(folder, { recursive: true });
      // A reader of the outbox sees whole mails only.
      await writeFile(`${file}.part`, sent.message as Buffer);
      await rename(`${file}.part`, file);
      log(`A mail is in the outbox: ${name}`);
    },
  };
}

/** Keeps absence notes and the like from answering (RFC 3834). */
const headers = { 'Auto-Submitted': 'auto-generated' };

/** To one reader, whatever the address holds; a subject is one line, whatever it names. */
function message({ to, subject, text }: Mail) {
  return { to: { name: '', address: oneLine(to) }, subject: oneLine(subject), text, headers };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
