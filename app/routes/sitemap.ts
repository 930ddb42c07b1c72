import type { LoaderFunctionArgs } from '@remix-run/node';

import type { ChangeBlocks } from '@domain/api/changes';
import { infoPages } from '@domain/info-pages';

import { comparePage, noChoice } from '~/components/norms/norm-address';
import { paths } from '~/paths';
import { readNormOverview } from '~/repository-client/norms';
import { readChangeBlocks, readChanges } from '~/repository-client/search';
import { orFailurePage, orNull } from '~/repository-client/transport';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Every public page with the time of its last change, if it is a data set (https://www.sitemaps.org). A catalogue with
 * more than one block of numbers has an index, and a sitemap for each block: `?block=` and its number.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const asked = new URL(request.url).searchParams.get('block');
  const blocks = await orFailurePage(readChangeBlocks(context));
  if (asked === null && blocks.length > 1) return answer(indexOf(blocks, context.origin));
  const { block } = (asked === null ? blocks[0] : blocks.find((one) => String(one.block) === asked)) ?? {};
  if (asked !== null && block === undefined) return new Response('Not Found\n', { status: 404 });
  const changes = block === undefined ? [] : await orFailurePage(readChanges(context, block));
  const norms = await orNull(readNormOverview(context));
  const comparisons = [
    paths.compare(),
    paths.compareMethod(),
    paths.pool(),
    paths.compareClass(),
    ...(norms?.tests ?? []).map(({ key: test }) => comparePage({ test, choice: noChoice })),
  ];
  // The other pages are with the first data sets.
  const others = block === blocks[0]?.block ? [paths.home(), ...comparisons, ...infoPages.map(paths.info)] : [];
  const entries = [
    ...others.map((path) => entryOf('url', context.origin + path)),
    ...changes.map(({ nr, changedAt }) => entryOf('url', context.origin + paths.dataSet(nr), changedAt)),
  ];
  return answer(listOf('urlset', entries));
}

function indexOf(blocks: ChangeBlocks, origin: string): string {
  const entries = blocks.map(({ block, changedAt }) => entryOf('sitemap', origin + paths.sitemap(block), changedAt));
  return listOf('sitemapindex', entries);
}

/** Addresses need no escaping: they have neither `&` nor `<`. */
function entryOf(name: 'url' | 'sitemap', address: string, changedAt?: string): string {
  const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
  return `<${name}><loc>${address}</loc>${lastmod}</${name}>`;
}

function listOf(name: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<${name} xmlns="${namespace}">`, ...entries, `</${name}>`];
  return `${lines.join('\n')}\n`;
}

function answer(xml: string): Response {
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
