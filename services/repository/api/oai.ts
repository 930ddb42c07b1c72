import { Hono } from 'hono';

import { harvestRecords } from '../usecases/publication/harvest-records';
import { type ApiContext, type ApiEnvironment, callerOf, readText } from './environment';

/** Largest form of a harvester, in bytes. All arguments together have less than a tenth of it. */
const maxFormBytes = 8192;

/** OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html). */
export const oaiRoutes = new Hono<ApiEnvironment>();

oaiRoutes.get('/oai', (c) => answerHarvester(c, ''));

oaiRoutes.post('/oai', async (c) => answerHarvester(c, await readText(c, maxFormBytes)));

/** Arguments are in the address and, of a POST, in its form. */
async function answerHarvester(c: ApiContext, form: string): Promise<Response> {
  // Not that for visitors: a record that is missing there would count as deleted.
  const repository = c.get('repository');
  callerOf(c, 'harvestRecords');
  const given = new URLSearchParams([...new URL(c.req.url).searchParams, ...new URLSearchParams(form)]);
  const xml = await harvestRecords(repository, given);
  return c.body(xml, 200, { 'Content-Type': 'text/xml; charset=utf-8' });
}
