import type { Actor } from '../../services/repository/context/context';
import { mainOf, textOf } from './main-of-page';
import { ask } from './ready-uploads';
import type { TestApi } from './test-api';
import type { TestWeb } from './test-web';

/** Address of a submission's vote screen. */
export const votePage = (id: string) => `/editorial-board/vote/${id}`;

/** Whether the control with this id is checked. */
export function isChecked(html: string, id: string): boolean {
  return new RegExp(`<input[^>]*id="${id}"[^>]*checked=""`).test(html);
}

/** Text of the text area with this id; undefined if there is none. */
export function areaOf(html: string, id: string): string | undefined {
  return new RegExp(`<textarea[^>]*id="${id}"[^>]*>\\n?([^<]*)`).exec(html)?.[1];
}

/** The snapshot of the first form, so that a second post comes from the same window. */
export function openedOf(html: string): string {
  return /name="opened" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
}

/** Fields of a vote that accepts, unless `more` says otherwise. */
export function voteFields({ email }: Actor, more: Record<string, string> = {}): Record<string, string> {
  return { intent: 'save', email, isImpartial: 'on', rating: '1', note: 'Fine.', version: '0', ...more };
}

/** Calls of the screens and of the API for tests of the vote screen. */
export function voteScreens(web: TestWeb, api: TestApi) {
  type Language = 'en' | 'de';
  async function load(actor: Actor, address: string, language: Language, init: RequestInit = {}) {
    const response = await web.ask(address, { ...init, cookie: await web.signIn(actor, language) });
    const html = mainOf(await response.text());
    return {
      status: response.status,
      location: response.headers.get('Location'),
      html,
      text: textOf(html, ' ').replace(/\s+/g, ' '),
    };
  }
  return {
    read: (actor: Actor, address: string, language: Language = 'en') => load(actor, address, language),
    post: (actor: Actor, address: string, fields: Record<string, string>, language: Language = 'en') =>
      load(actor, address, language, { method: 'POST', body: new URLSearchParams(fields) }),
    /** Throws unless the API does it. */
    async call(actor: Actor, address: string, body?: unknown, method = 'POST'): Promise<void> {
      const response = await ask(api, actor, address, { method, body });
      if (response.status >= 300) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    },
  };
}
