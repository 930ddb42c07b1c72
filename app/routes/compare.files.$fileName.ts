import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

import type { Norms } from '@domain/api/norms';
import { formatBibtex } from '@domain/citation';
import type { Language } from '@domain/language-code';
import { parseLanguage } from '@domain/language-code';
import { sharedControl } from '@domain/shared-cache';
import { spreadsheetCsv } from '@domain/spreadsheet-csv';

import { type NormFile, type NormFileFormat, normFileOf } from '~/components/norms/file-links';
import { comparePage, readNormAddress } from '~/components/norms/norm-address';
import { citationOfCurves, citationOfSource } from '~/components/norms/norm-citations';
import { type NormTable, tableRows } from '~/components/norms/norm-tables';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readNorms, readWholeNorms } from '~/repository-client/norms';
import { type NormPicture, pictureAsSvg, svgAsPng } from '~/screens/norm-picture.server';
import { proxyFile } from '~/screens/proxy-file.server';

const mediaTypes: Record<NormFileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  bib: 'application/x-bibtex; charset=utf-8',
};

/** Files with something of each data set. The others have no more of them than the page. */
const aboutAllDataSets: readonly NormFile[] = ['studies', 'aggregated', 'sources'];

/**
 * A table, a picture or the sources of the page of comparisons as a file; the query is that of the page. One that cannot be
 * read leads to the page, which says what is wrong with it.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const named = normFileOf(params.fileName ?? '');
  const { test, choice, unread } = readNormAddress(query);
  if (named && unread.length > 0) return redirect(paths.compare(String(query)), 303);
  if (!named || test === null) throw new Response(null, { status: 404 });
  const language = parseLanguage(query.get('lang')) ?? context.language;
  return proxyFile(request, context, async () => {
    const read = aboutAllDataSets.includes(named.file) ? readWholeNorms : readNorms;
    const norms = await read({ ...context, language }, test, choice);
    const address = context.origin + comparePage({ test, choice: { ...choice, version: norms.version } });
    const content = await contentOf({ ...named, norms, language, address, context, signal: request.signal });
    if (content === null) throw new Response(null, { status: 404 });
    return fileAnswer(content, `motothek-${test}-${named.file}.${named.format}`, named.format);
  });
}

interface Wanted {
  file: NormFile;
  format: NormFileFormat;
  norms: Norms;
  language: Language;
  /** Where the numbers come from. */
  address: string;
  context: LoadContext;
  signal: AbortSignal;
}

/** The content of a file; null if there is nothing in it for this choice. */
async function contentOf(wanted: Wanted): Promise<string | Uint8Array<ArrayBuffer> | null> {
  const { file, format, norms, language, address, context, signal } = wanted;
  const t = translate(language);
  if (format === 'csv') return [...spreadsheetCsv(tableRows(file as NormTable, norms, address, t), language)].join('');
  if (format === 'bib') {
    const title = t('compare:cite.curvesTitle', { test: norms.test.label });
    const sources = norms.sources.map((source) => citationOfSource(source, context.origin));
    return [citationOfCurves(norms, { title, address }), ...sources].map(formatBibtex).join('\n');
  }
  const svg = pictureAsSvg(file as NormPicture, norms, language);
  if (svg === null || format === 'svg') return svg;
  return new Uint8Array(await svgAsPng(svg, context.visitor, signal));
}

function fileAnswer(content: string | Uint8Array<ArrayBuffer>, name: string, format: NormFileFormat): Response {
  return new Response(content, {
    headers: {
      'Content-Type': mediaTypes[format],
      'Content-Disposition': `${format === 'csv' || format === 'bib' ? 'attachment' : 'inline'}; filename="${name}"`,
      'Cache-Control': sharedControl,
    },
  });
}
