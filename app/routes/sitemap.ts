import type { LoaderFunctionArgs } from '@remix-run/node';

import { infoPages } from '@domain/info-pages';

import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { searchDataSets } from '~/repository-client/search';

/** Every public page: home, information, and each published data set (https://www.sitemaps.org). */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const [summary] = await orFailurePage(searchDataSets(context, { tests: [], text: '', page: 1 }));
  const addresses = [paths.home(), ...infoPages.map(paths.info), ...summary.numbers.map(paths.dataSet)];
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
