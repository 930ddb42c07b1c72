import { Secret, TOTP } from 'otpauth';

import { attribute, type Browser, type VisitedPage } from './browser';
import { openSignIn, redeem, type RunningProvider, type Tokens } from './running-provider';

const period = 30;

/** An authenticator app, with the key that a page shows. */
export class AuthenticatorApp {
  private readonly totp: TOTP;
  private readonly now: () => number;

  constructor({ html }: VisitedPage, { clock }: Pick<RunningProvider, 'clock'>) {
    const key = /class="typed-key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '';
    this.totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')), digits: 6, period });
    this.now = () => Date.now() + clock.aheadMs;
  }

  /** The code that was or will be shown so many steps from now. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: this.now() + steps * period * 1000 });
  }
}

/** Recovery codes that a page shows. */
export function codesOn({ html }: VisitedPage): string[] {
  return [...html.matchAll(/<code>([\da-z-]{19})<\/code>/g)].map(([, code]) => code!);
}

/** Logs in at the provider and sets up an app with a code of the past step. */
export async function setUpTwoSteps(
  browser: Browser,
  provider: RunningProvider,
  { email, password }: { email: string; password: string },
): Promise<{ app: AuthenticatorApp; codes: string[]; shown: VisitedPage }> {
  const signIn = await browser.open('/identity/two-step/app');
  const page = await browser.submit(signIn, { email, password });
  const app = new AuthenticatorApp(page, provider);
  // Not the present code, which the first login needs. It may have grown too old on the way.
  const enter = (asked: VisitedPage) => browser.submit(asked, { code: app.code(-1), 'current-password': password });
  let shown = await enter(page);
  if (codesOn(shown).length === 0) shown = await enter(shown);
  return { app, codes: codesOn(shown), shown };
}

/** Follows the page that tells how many recovery codes are left, if it is shown. */
export async function goOn(browser: Browser, page: VisitedPage): Promise<VisitedPage> {
  const [link] = /<a href="[^"]*"(?=>Continue<)/.exec(page.html) ?? [];
  return link === undefined ? page : browser.open(attribute(link, 'href'));
}

/** The whole way with a code after the password. */
export async function signInWithCode(
  browser: Browser,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<Tokens> {
  const { request, page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  const callback = await goOn(browser, await browser.submit(asked, { code }));
  return redeem(browser.origin, request, callback.address);
}
