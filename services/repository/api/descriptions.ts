import { Hono } from 'hono';

import type { SearchRow } from '@domain/api/search';
import {
  type DataSetFormat,
  type DataSetFormatName,
  formatFileName,
  formatOfExtension,
  negotiateMetadata,
  writeMediaType,
} from '@domain/data-set-formats';
import { Refusal } from '@domain/error-codes';
import { formatLinks } from '@domain/signposts';

import { contentTag } from '../content-tag';
import { describeDataSet } from '../usecases/publication/describe-data-set';
import { exportDataSet } from '../usecases/publication/export-data-set';
import { disposition } from './answers';
import { callerOf, checkInput, type ApiContext, type ApiEnvironment } from './environment';
import { answerRefusal } from './refusals';
import { DataSetNumberSchema } from './search';

/** Descriptions and citations of a data set, by the extension of the address or by `Accept`. */
export const descriptionRoutes = new Hono<ApiEnvironment>();

descriptionRoutes.get('/api/search/metadata/:nr', async (c) => {
  const [number = '', ...extensions] = c.req.param('nr').split('.');
  const nr = checkInput(number, DataSetNumberSchema);
  if (extensions.length > 0) {
    const format = formatOfExtension(extensions.join('.'));
    if (!format) throw new Refusal('bad-request');
    return answerFile(c, nr, format);
  }
  c.header('Vary', 'Accept, Accept-Language');
  const offer = negotiateMetadata(c.req.header('Accept'));
  if (!offer) return refuseAll(c);
  if (offer.kind === 'format') return answerFormat(c, nr, offer.format);
  if (offer.kind === 'page') return c.redirect(`${c.get('repository').settings.origin}/data-set/${nr}`, 303);
  callerOf(c, 'describeDataSet');
  const dataSet = await describeDataSet(c.get('repository'), nr, c.get('language'));
  c.header('Link', linksOf(c, dataSet.row, null));
  return c.json(dataSet);
});

/** The client excludes everything that there is. */
function refuseAll(c: ApiContext): Response {
  const response = answerRefusal(c, new Refusal('not-acceptable'));
  response.headers.set('Vary', 'Accept');
  return response;
}

/** A format at an address of its own. With `?download`, browsers store it instead of showing it. */
function answerFile(c: ApiContext, nr: number, format: DataSetFormat): Promise<Response> {
  const isDownload = c.req.query('download') !== undefined;
  c.header('Content-Disposition', disposition(isDownload ? 'attachment' : 'inline', formatFileName(nr, format)));
  // Browsers show texts, but not bibliographies.
  const isText = format.type.type === 'text/x-bibliography';
  return answerFormat(c, nr, isText ? { ...format, type: { type: 'text/plain' } } : format);
}

async function answerFormat(c: ApiContext, nr: number, { name, type }: DataSetFormat): Promise<Response> {
  callerOf(c, 'exportDataSet');
  const { row, text } = await exportDataSet(c.get('repository'), { nr, format: name, language: c.get('language') });
  c.header('Link', linksOf(c, row, name));
  c.header('ETag', `W/"${contentTag(text)}"`);
  if (namesLanguage(name)) c.header('Content-Language', c.get('language'));
  return c.body(text, 200, { 'Content-Type': `${writeMediaType(type)}; charset=utf-8` });
}

/** Whether the text names the kind of work in the language of the reader. */
const namesLanguage = (name: DataSetFormatName) => name === 'apa' || name === 'text';

function linksOf(c: ApiContext, row: SearchRow, own: DataSetFormatName | null): string {
  return formatLinks({ row, origin: c.get('repository').settings.origin }, own);
}
