import type { LoaderFunctionArgs } from '@remix-run/node';

import { infoPages } from '@domain/info-pages';
import { maxListedNumbers } from '@domain/limits';

import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { listNumbers } from '~/repository-client/search';

/** Every public page: home, information, and each published data set (https://www.sitemaps.org). */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const others = [paths.home(), ...infoPages.map(paths.info)];
  const everything = { tests: [], text: '', filters: {}, sort: 'newest' } as const;
  const listed = await orFailurePage(listNumbers(context, everything, maxListedNumbers - others.length));
  const addresses = [...others, ...listed.numbers.map(paths.dataSet)];
  const entries = addresses.map((address) => `<url><loc>${context.origin}${address}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ];
  return new Response(`${xml.join('\n')}\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
