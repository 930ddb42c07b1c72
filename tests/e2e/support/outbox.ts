import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function readOutbox(dataDir: string): { to: string; text: string }[] {
  const outbox = path.join(dataDir, 'outbox');
  // Mails that are being written have another ending.
  const mails = readdirSync(outbox).filter((file) => file.endsWith('.eml'));
  return mails.map((file) => {
    const mail = readFileSync(path.join(outbox, file), 'utf8');
    // Quoted-printable encoding: long lines are folded with '=', and '=' itself is written '=3D'.
    const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    return { to: /^To: (.*?)\r?$/m.exec(text)?.[1] ?? '', text };
  });
}
