/** `Cache-Control` of what caches may share. For how long is told in front of all answers (services/http). */
export const sharedControl = 'public, max-age=0';

/** Life of a public page in a server. Later changes show after this time at the latest. */
export const sharedPageLifeMs = 2000;
/** Life in a server of counters and overview, which every page shows. */
export const sharedNumbersLifeMs = 2000;
/** Time in which a large catalogue is made anew at most once, because that takes some tenths of a second. Own estimate. */
export const catalogueRestMs = 3000;
/** Time in which pages are made: nearly all of them, and with a database that answers late. Own estimates. */
const makingMs = [2000, 60_000];
/** What took longer to make is shared by no cache, because all have been told by then what to forget. */
export const longestSharedMakingMs = Math.max(...makingMs);

/**
 * Times in seconds after a change until no server answers with what it has read before: a page, with the numbers of a
 * catalogue, that was being made. Caches have to forget once more by then.
 */
export const serversKnowSeconds = makingMs.map(
  (ms) => (catalogueRestMs + sharedNumbersLifeMs + ms + sharedPageLifeMs) / 1000,
);

/** Tag of everything: pages say how many data sets there are, and change with the release and the settings. */
export const everythingTag = 'motothek';
/** Tag of everything that lists data sets. */
export const catalogueTag = 'catalogue';

/** Tag of everything about a data set. */
export const dataSetTag = (nr: number): string => `data-set-${nr}`;

/** Tag of what shows where a data set lies in the norms. All other norms have the tag of the catalogue. */
export const normsTag = 'norms';

/** Pages, files and descriptions of one data set. */
const ofDataSet =
  /^\/(?:data-set|api\/search\/(?:data|metadata|quality|related|corrections|versions|use))\/(\d{1,10})(?=[/.]|$)/;
const inNorms = /^\/(?:data-set\/\d+|api\/search\/data\/\d+\/norms)$/;
/** Pages without data sets. */
const ofNone = /^\/(?:info\/|api\/docs|robots\.txt)/;

/** Tags of the public answer at a path, by which shared caches forget it. */
export function tagsOf(path: string): string[] {
  const nr = ofDataSet.exec(path)?.[1];
  const norms = inNorms.test(path) ? [normsTag] : [];
  if (nr !== undefined) return [everythingTag, dataSetTag(Number(nr)), ...norms];
  return ofNone.test(path) ? [everythingTag] : [everythingTag, catalogueTag];
}

/** Header with the tags as Varnish and Fastly read it, of answers and of calls that have them forgotten. */
export const tagsHeader = 'Surrogate-Key';
/** The same as Cloudflare and Akamai read it. */
export const otherTagsHeader = 'Cache-Tag';
