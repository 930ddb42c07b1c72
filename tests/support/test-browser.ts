import type { Actor } from '../../services/repository/context/context';
import type { TestWeb } from './test-web';

/** A browser without script, which keeps cookies and follows redirects. */
export function testBrowser(web: TestWeb) {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await web.ask(path, { ...init, cookie });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/Max-Age=0/i.test(header)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  /** Opens a page and follows its redirects. */
  async function open(path: string): Promise<{ address: string; status: number; page: string }> {
    const response = await ask(path);
    const location = response.headers.get('Location');
    if (location !== null && response.status >= 300) return open(location);
    return { address: path, status: response.status, page: await response.text() };
  }

  /** Starts at an address of sign-in, signs in, and returns the page that follows. */
  async function signInAt(login: string, { subject }: Actor) {
    const started = await ask(login);
    const provider = new URL(started.headers.get('Location') ?? '');
    const query = new URLSearchParams({ state: provider.searchParams.get('state') ?? '', code: subject });
    return open(`/authentication/login-callback?${query}`);
  }

  return { cookies, ask, open, signInAt };
}
export type TestBrowser = ReturnType<typeof testBrowser>;
