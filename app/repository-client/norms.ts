import {
  type DataSetNorms,
  DataSetNormsSchema,
  type NormChoice,
  NormOverviewSchema,
  type Norms,
  NormsSchema,
} from '@domain/api/norms';
import { type StandingRequest, type Standings, StandingsSchema } from '@domain/api/standings';
import { mostDataSets, writeNormQuery } from '@domain/norms/choice-query';

import { sharedReading } from './search';
import { callForJson, type ClientContext, segments } from './transport';

/** Kinds of results with norms, and the versions of the curves. Shared, because every start page shows one of them. */
export const readNormOverview = sharedReading(NormOverviewSchema, '/norms');

/** At most so many data sets are told on a page. Files have all of them. */
const mostOnPage = 200;

/** Norms of a kind of result with all data sets behind them. Throws 404 if there is no such result, version or data set. */
export function readWholeNorms(context: ClientContext, key: string, choice: NormChoice): Promise<Norms> {
  return readLimited(context, { key, choice, limit: mostDataSets });
}

/** The same with as many data sets as a page shows: those with the most people. */
export function readNorms(context: ClientContext, key: string, choice: NormChoice): Promise<Norms> {
  return readLimited(context, { key, choice, limit: mostOnPage });
}

function readLimited(
  context: ClientContext,
  { key, choice, limit }: { key: string; choice: NormChoice; limit: number },
): Promise<Norms> {
  const query = writeNormQuery(choice);
  query.set('limit', String(limit));
  return callForJson(context, NormsSchema, `/norms${segments(key)}?${query}`);
}

/** Where results stand in the newest curves, in the order of the request. Nothing is stored. */
export function placeResults(context: ClientContext, request: StandingRequest): Promise<Standings> {
  return callForJson(context, StandingsSchema, '/norms/standing', { method: 'POST', json: request });
}

/** Where a data set lies in the norms of its tests. Throws 404 for an unknown data set. */
export function readDataSetNorms(context: ClientContext, nr: number): Promise<DataSetNorms> {
  return callForJson(context, DataSetNormsSchema, `/search/data${segments(nr)}/norms`);
}
