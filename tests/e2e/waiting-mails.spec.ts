import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import { expect, test } from '@playwright/test';

import { newVisitor } from './support/journey';
import { fillRegistration, registered } from './support/registration';
import { freePort, startServer, type ServerProcess } from './support/server-process';
import { words } from './support/words';

const w = words.en;
const email = 'waiting@example.org';
let server: ServerProcess;
let smtpPort: number;
let mailServer: Server | undefined;

test.beforeAll(async () => {
  test.skip(test.info().project.name === 'js', 'mails do not depend on script');
  smtpPort = await freePort();
  server = await startServer({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${smtpPort}/?ignoreTLS=true` });
});
test.afterAll(async () => {
  await server?.stop();
  mailServer?.close();
});

test('the mail of a registration arrives once, though the mail server was away and the server was killed', async ({
  browser,
}) => {
  const page = await newVisitor(browser, 'en', false, server.origin);
  await page.goto('/authentication/register');
  await fillRegistration(page, 'en', email);
  await page.getByRole('button', { name: w.register, exact: true }).click();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('The e-mails of this installation do not reach anybody.')).toHaveCount(0);
  await expect.poll(() => server.output()).toContain('A mail waits because it could not be sent');
  await server.kill();

  const mails = await takeMails();
  await server.start();
  // The first pause has to be over, and then the table is read within half a minute.
  await expect.poll(() => mails.length, { timeout: 180_000 }).toBe(1);
  expect(mails[0]).toContain(`RCPT TO:<${email}>`);
  const text = mails[0]!.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  await page.goto(/\/identity\/confirm-address\?token=[\w-]+/.exec(text)?.[0] ?? '/no-link');
  await page.getByRole('button', { name: w.confirm, exact: true }).click();
  await expect(page.getByRole('link', { name: `${w.hello} ${registered.name}` })).toBeVisible();
  expect(mails).toHaveLength(1);
});

/** A mail server that takes everything. Returns the list of what each connection has sent. */
async function takeMails(): Promise<string[]> {
  const mails: string[] = [];
  mailServer = createServer((socket) => {
    let received = '';
    let isContent = false;
    socket.write('220 test\r\n');
    socket.on('data', (data) => {
      received += data.toString();
      if (isContent) {
        if (!received.endsWith('\r\n.\r\n')) return;
        isContent = false;
        mails.push(received);
      }
      isContent = /DATA\r\n$/.test(received);
      socket.write(isContent ? '354 go on\r\n' : '250 ok\r\n');
    });
  }).listen(smtpPort, '127.0.0.1');
  await once(mailServer, 'listening');
  return mails;
}
