import type { Language } from '@domain/language-code';

import { holdsPersonalCookie } from './auth/own-cookies';

/** A rendered page, its text cut where the nonce of the reader's own Content Security Policy goes. */
export interface SharedPage {
  headers: [name: string, value: string][];
  parts: string[];
}

export interface PageCache {
  /**
   * The page under a key, rendered by `render` unless it was in the last moments; those who ask while it
   * is being rendered wait for the same one. null when what was rendered is nobody else's to see.
   */
  find(key: string, render: () => Promise<SharedPage | null>): Promise<SharedPage | null>;
}

export interface PageCacheOptions {
  /** How long a page is given out, in milliseconds. */
  lifeMs: number;
  /** Bound of all kept pages together, in characters; the least used goes first. */
  maxSize: number;
  now?: () => number;
}

interface Entry {
  page: SharedPage;
  size: number;
  until: number;
}

/** Keeps rendered pages for a moment (decision 0027). */
export function createPageCache({ lifeMs, maxSize, now = Date.now }: PageCacheOptions): PageCache {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<SharedPage | null>>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  function keep(key: string, page: SharedPage): void {
    remove(key);
    const size = page.parts.reduce((sum, part) => sum + part.length, key.length);
    entries.set(key, { page, size, until: now() + lifeMs });
    total += size;
    for (const oldest of entries.keys()) {
      if (total <= maxSize) break;
      remove(oldest);
    }
  }

  function read(key: string): SharedPage | null {
    const entry = entries.get(key);
    if (!entry) return null;
    remove(key);
    if (entry.until <= now()) return null;
    // Put back at the end: the least used stands first.
    entries.set(key, entry);
    total += entry.size;
    return entry.page;
  }

  return {
    async find(key, render) {
      const kept = read(key);
      if (kept) return kept;
      const shared = running.get(key);
      if (shared) return shared;
      const rendering = render().finally(() => running.delete(key));
      running.set(key, rendering);
      const page = await rendering;
      if (page) keep(key, page);
      return page;
    },
  };
}

/** Screens that say the same to everybody: home and its searches, information, published data sets. */
const publicPage = /^\/(?:[^/]*|info\/[^/]+|data-set\/[^/]+)$/;

/**
 * Key of the page that a request asks for; null when the answer may be for this reader alone: it carries
 * credentials or a cookie of ours that changes pages, does more than read, or asks for another kind of screen.
 */
export function sharedPageKey(request: Request, language: Language): string | null {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return null;
  if (holdsPersonalCookie(request.headers.get('Cookie'))) return null;
  const { pathname, search } = new URL(request.url);
  // Data of the client router and files for machines are not pages.
  if (!publicPage.test(pathname) || /\.(?:data|txt|xml)$/.test(pathname)) return null;
  return `${language} ${pathname}${search}`;
}

/** Cuts a response into a page for sharing; null unless it is a whole, well page that sets no cookie. */
export async function toSharedPage(response: Response, placeholder: string): Promise<SharedPage | null> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (response.status !== 200 || !isPage || response.headers.has('Set-Cookie')) {
    await response.body?.cancel();
    return null;
  }
  return { headers: [...response.headers], parts: (await response.text()).split(placeholder) };
}

/** A shared page as the answer to one reader, with a nonce of its own in page and policy. */
export function answerSharedPage({ headers, parts }: SharedPage, placeholder: string, nonce: string): Response {
  const own = headers.map(([name, value]) => [name, value.replace(placeholder, nonce)]);
  return new Response(parts.join(nonce), { headers: Object.fromEntries(own) as Record<string, string> });
}
