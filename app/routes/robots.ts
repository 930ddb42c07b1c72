import type { LoaderFunctionArgs } from '@remix-run/node';

import { paths } from '~/paths';

/** Paths that search engines need not visit: screens behind the sign-in, and every single search. */
const closed = [
  '/authentication/',
  '/identity/',
  '/file-upload',
  '/file-download',
  '/my-downloads',
  '/saved-searches',
  '/editorial-board',
  '/api/',
  '/search/',
  '/*?',
];

/** Robots Exclusion Protocol (RFC 9309). */
export function loader({ context }: LoaderFunctionArgs): Response {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${context.origin}${paths.sitemap()}`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
