import { type NewToken, tokenScopes } from '../../domain/access-tokens';
import { attribute, Browser, type VisitedPage } from '../../services/identity/testing/browser';
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

/** Makes an access token with all scopes for somebody who is signed in. Returns its secret. */
export async function makeToken(browser: Browser): Promise<string> {
  const page = await browser.open('/access-tokens');
  const form = hiddenFields(page);
  const wanted: Omit<NewToken, 'scopes'> = { label: 'Tests', until: inDays(30) };
  for (const [name, value] of Object.entries(wanted)) form.set(name, String(value));
  for (const scope of tokenScopes) form.append('scopes', scope);
  const made = await browser.open((await browser.post('/access-tokens', form)).address);
  const found = /motothek_[\w-]{43}/.exec(made.html)?.[0];
  if (!found) throw new Error(`No token was made: ${made.status}`);
  return found;
}

/** The hidden fields of a page, such as the one that shows that a form is from here. */
export function hiddenFields({ html }: VisitedPage): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input[^>]* type="hidden"[^>]*>/g)) {
    fields.set(attribute(tag, 'name'), attribute(tag, 'value'));
  }
  return fields;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
