import type { TestApi } from './test-api';

/** An answer of `/oai`, read with patterns as far as tests need it. */
export interface HarvestAnswer {
  status: number;
  xml: string;
  /** Code of its error. */
  error: string | undefined;
  /** Numbers of the data sets of its records or headers. */
  numbers: number[];
  datestamps: string[];
  responseDate: string;
  /** '' if the list ends; undefined if it has one page. */
  token: string | undefined;
}

/** Asks `/oai`. */
export async function askHarvest(
  api: TestApi,
  query: string | Record<string, string>,
  init?: RequestInit,
): Promise<HarvestAnswer> {
  return readHarvestAnswer(await api.api.request(`/oai?${new URLSearchParams(query)}`, init));
}

export async function readHarvestAnswer(response: Response): Promise<HarvestAnswer> {
  const xml = await response.text();
  const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found = '']) => found);
  return {
    status: response.status,
    xml,
    error: all(/<error code="(\w+)">/g)[0],
    numbers: all(/<identifier>oai:[^<]*:data-set\/(\d+)<\/identifier>/g).map(Number),
    datestamps: all(/<datestamp>([^<]*)</g),
    responseDate: all(/<responseDate>([^<]*)</g)[0] ?? '',
    token: all(/<resumptionToken[^>]*>([^<]*)</g)[0],
  };
}
