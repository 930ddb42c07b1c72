import { createHash } from 'node:crypto';

import type { Language } from '@domain/language-code';
import { longestSharedMakingMs, sharedControl } from '@domain/shared-cache';
import { withoutYielding } from '@domain/yield-to-others';

import { holdsPersonalCookie } from './auth/own-cookies';
import { offeredLanguage } from './i18n/detect-language';

/** A rendered page, which is the same for everybody: its policy knows its scripts by their hashes, not by a nonce. */
export interface SharedPage {
  /** Left out for a page that has what was asked for. */
  status?: number;
  headers: [name: string, value: string][];
  text: string;
  /** It took so long to make that no cache outside this server may keep it. */
  isLate?: boolean;
}

export interface PageCache {
  /**
   * The page of a key, rendered with `render` unless it is in the cache. Parallel requests wait for the same rendering.
   * That something is away is told to those who wait, and not kept. Null if the page is not public.
   */
  find(key: string, render: () => Promise<SharedPage | null>): Promise<SharedPage | null>;
}

export interface PageCacheOptions {
  /** Life of a page in milliseconds. */
  lifeMs: number;
  /** Limit for all cached pages together, in characters. The least recently used goes first. */
  maxSize: number;
  now?: () => number;
}

interface Entry {
  page: SharedPage;
  size: number;
  until: number;
}

/** Short-lived cache of rendered pages (decision 0027). */
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
    const size = page.text.length + key.length;
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
    // Moved to the end, so that the least recently used is first.
    entries.set(key, entry);
    total += entry.size;
    return entry.page;
  }

  return {
    async find(key, render) {
      const shared = read(key) ?? running.get(key);
      if (shared) return shared;
      const began = now();
      const rendering = withoutYielding(render)
        .then((made) => made && (now() - began < longestSharedMakingMs ? made : { ...made, isLate: true }))
        .finally(() => running.delete(key));
      running.set(key, rendering);
      const page = await rendering;
      if (page && page.status === undefined) keep(key, page);
      return page;
    },
  };
}

/** Public screens: home and its searches, comparisons, information, published data sets, the API. */
const publicPage = /^\/(?:[^/]*|info\/[^/]+|data-set\/[^/]+|compare\/method|api\/docs)$/;

/**
 * Cache key of the requested page; null if the response may be personal: the request has credentials or a personal
 * cookie, does more than read, or asks for another kind of screen.
 */
export function sharedPageKey(request: Request, language: Language): string | null {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return null;
  if (holdsPersonalCookie(request.headers.get('Cookie'))) return null;
  const { pathname, search } = new URL(request.url);
  // Data for the client router and text or XML files are not pages.
  if (!publicPage.test(pathname) || /\.(?:data|txt|xml)$/.test(pathname)) return null;
  const offered = offeredLanguage(request);
  return `${language}${offered ? `+${offered}` : ''} ${pathname}${search}`;
}

/**
 * Turns a response into a shared page; null unless it is a complete page that sets no cookie, with status 200, or 503,
 * because waiting once more for what is away takes as long again. `nonce` consists of letters and digits, and only the page
 * itself can have it: scripts with it are allowed by their hashes.
 */
export async function toSharedPage(response: Response, nonce: string): Promise<SharedPage | null> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (![200, 503].includes(response.status) || !isPage || response.headers.has('Set-Cookie')) {
    await response.body?.cancel();
    return null;
  }
  const rendered = await response.text();
  const scripts = rendered.matchAll(new RegExp(`<script\\b[^>]*\\bnonce="${nonce}"[^>]*>([^]*?)</script>`, 'g'));
  const allowed = [...scripts]
    .filter(([, script]) => script !== '')
    .map(([, script = '']) => `'sha256-${hashOf(script)}'`);
  const text = rendered.replaceAll(` nonce="${nonce}"`, '');
  if (text.includes(nonce)) return null;
  const { status } = response;
  const headers = new Headers(response.headers);
  const policy = headers.get('Content-Security-Policy') ?? '';
  headers.set('Content-Security-Policy', policy.replace(`'nonce-${nonce}'`, [...new Set(allowed)].join(' ')));
  if (status !== 200) return { status, headers: [...headers], text };
  headers.set('ETag', `W/"${hashOf(text)}"`);
  return { headers: [...headers], text };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

/**
 * Response with a shared page; without its text (304) if the client has it already. `mayBeShared`: also outside this
 * server.
 */
export function answerSharedPage(
  { status, headers: all, text, isLate = false }: SharedPage,
  request: Request,
  { mayBeShared = false } = {},
): Response {
  const headers = new Headers(all);
  if (status !== undefined) return new Response(text, { status, headers });
  if (mayBeShared && !isLate) headers.set('Cache-Control', sharedControl);
  const known = request.headers.get('If-None-Match')?.split(/\s*,\s*/) ?? [];
  if (!known.includes(headers.get('ETag') ?? '')) return new Response(text, { headers });
  headers.delete('Content-Type');
  headers.append('Vary', 'Accept-Encoding');
  return new Response(null, { status: 304, headers });
}
