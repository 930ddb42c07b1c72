import type { LoaderFunctionArgs } from '@remix-run/node';

import { paths } from '~/paths';

/**
 * What pages link to besides other pages: searches for a word or a test, comparisons, descriptions, files and quality of data sets, the feed, the harvesting service
 * and the description of the API. A longer path counts more than a shorter one (RFC 9309, section 2.2.2).
 */
const open = [
  '/?q=',
  '/?q=&e=',
  `${paths.compare()}?test=`,
  '/api/search/metadata/',
  '/api/search/data/',
  '/api/search/quality/',
  '/api/search/feed',
  paths.openApi(),
  paths.apiDocs(),
  '/oai',
  paths.sitemap(),
];

/** What robots need not visit: screens behind the sign-in, the calls of programs, and every single search. */
const closed = [
  '/authentication/',
  '/identity/',
  '/file-upload',
  '/file-download',
  '/my-downloads',
  '/access-tokens',
  '/administration',
  '/saved-searches',
  '/editorial-board',
  '/drafts/',
  '/data-set/*/files/',
  '/api/',
  '/search/',
  // Facets, orders and pages of searches have no end.
  '/*?q=*&',
  // So have choices of comparisons, and their files.
  `${paths.compare()}?test=*&`,
  '/compare/files/',
  '/*?',
];

/** Robots Exclusion Protocol (RFC 9309). */
export function loader({ context }: LoaderFunctionArgs): Response {
  const lines = [
    'User-agent: *',
    ...open.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${context.origin}${paths.sitemap()}`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
