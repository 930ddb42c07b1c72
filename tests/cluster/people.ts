import { Browser } from '../../services/identity/testing/browser';
import { demoPassword } from '../e2e/support/server-process';

export const accounts = {
  contributors: ['contributor@example.org', 'contributor2@example.org', 'contributor3@example.org'],
  experts: ['expert1@example.org', 'expert2@example.org'],
};

/** Signs in through the pages, as a browser without script does. */
export async function signIn(origin: string, email: string): Promise<Browser> {
  const browser = new Browser(origin);
  browser.headers = { Origin: origin };
  const page = await browser.open('/authentication/login');
  const done = await browser.submit(page, { email, password: demoPassword });
  await browser.request(done.address);
  const { status } = await browser.request('/file-upload');
  if (status !== 200) throw new Error(`${email} could not sign in: /file-upload answered ${status}.`);
  return browser;
}
