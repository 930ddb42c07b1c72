interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** A page as a browser without script sees it. */
export interface VisitedPage {
  status: number;
  address: string;
  headers: Headers;
  html: string;
}

/** A browser without script: keeps cookies by path, follows redirects on its own origin, posts forms. */
export class Browser {
  readonly origin: string;
  /** Sent with every request, such as `Origin`. */
  headers: Record<string, string> = {};
  /** Every `Set-Cookie` header so far. */
  readonly setCookieLines: string[] = [];
  /** Addresses beyond this path are not opened: redirects there are answered as they are. */
  private readonly within: string;
  private cookies: Cookie[] = [];

  constructor(origin: string, within = '/identity') {
    this.origin = origin;
    this.within = within;
  }

  /** Another browser with the same cookies, as a thief would have it. */
  copy(): Browser {
    const copy = new Browser(this.origin, this.within);
    copy.cookies = [...this.cookies];
    return copy;
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    this.cookies.push({ name, value, path });
  }

  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** Closes the browser: what it keeps only for the session is gone. */
  forgetSession(): void {
    this.cookies = this.cookies.filter(({ name }) => !name.startsWith('identity-'));
  }

  cookieNames(): string[] {
    return this.cookies.map((cookie) => cookie.name);
  }

  /** The cookies an address gets, as the header says them; '' when there is none. */
  cookieHeader(url: URL): string {
    return this.cookies
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** One request, no redirect followed. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin);
    const cookie = this.cookieHeader(url);
    const headers = {
      Accept: 'text/html,*/*;q=0.8',
      ...(cookie ? { Cookie: cookie } : {}),
      ...this.headers,
      ...(init.headers as object),
    };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) this.keep(line, url);
    return response;
  }

  /** Follows redirects; stops at an address that leaves `within`. */
  async open(address: string, init: RequestInit = {}): Promise<VisitedPage> {
    let current = new URL(address, this.origin).href;
    let response = await this.request(current, init);
    for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 10; hops++) {
      current = new URL(response.headers.get('location') ?? '', current).href;
      if (!current.startsWith(this.origin + this.within)) break;
      response = await this.request(current);
    }
    return { status: response.status, address: current, headers: response.headers, html: await response.text() };
  }

  /** Fills in the first form of the page's main part and sends it as a browser does. */
  submit(page: VisitedPage, entries: Record<string, string> = {}): Promise<VisitedPage> {
    const main = /<main[\s\S]*<\/main>/.exec(page.html)?.[0] ?? '';
    const shown = /<form[\s\S]*?<\/form>/.exec(main)?.[0] ?? '';
    const action = unescape(/<form[^>]* action="([^"]*)"/.exec(shown)?.[1] ?? '');
    const form = new URLSearchParams();
    for (const [tag] of shown.matchAll(/<input[^>]*>/g)) {
      form.set(attribute(tag, 'name'), attribute(tag, 'value'));
    }
    for (const [name, value] of Object.entries(entries)) form.set(name, value);
    return this.post(new URL(action, page.address).href, form);
  }

  post(address: string, form: URLSearchParams | Record<string, string>): Promise<VisitedPage> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(form) });
  }

  private keep(line: string, url: URL): void {
    this.setCookieLines.push(line);
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? url.pathname;
    const expired = attributes.some((part) => /^expires=/i.test(part) && Date.parse(part.slice(8)) < Date.now());
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!expired) this.cookies.push({ name, value: value.join('='), path });
  }
}

export function attribute(tag: string, name: string): string {
  return unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
