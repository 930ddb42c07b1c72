/** `Cache-Control` of what caches may share. For how long is told in front of all answers (services/http). */
export const sharedControl = 'public, max-age=0';

/** Tag of everything: pages say how many data sets there are, and change with the release and the settings. */
export const everythingTag = 'motothek';
/** Tag of everything that lists data sets. */
export const catalogueTag = 'catalogue';

/** Tag of everything about a data set. */
export const dataSetTag = (nr: number): string => `data-set-${nr}`;

/** Pages, files and descriptions of one data set. */
const ofDataSet =
  /^\/(?:data-set|api\/search\/(?:data|metadata|quality|related|corrections|versions|use))\/(\d{1,10})(?=[/.]|$)/;
/** Pages without data sets. */
const ofNone = /^\/(?:info\/|api\/docs|robots\.txt)/;

/** Tags of the public answer at a path, by which shared caches forget it. */
export function tagsOf(path: string): string[] {
  const nr = ofDataSet.exec(path)?.[1];
  if (nr !== undefined) return [everythingTag, dataSetTag(Number(nr))];
  return ofNone.test(path) ? [everythingTag] : [everythingTag, catalogueTag];
}

/** Header with the tags as Varnish and Fastly read it, of answers and of calls that have them forgotten. */
export const tagsHeader = 'Surrogate-Key';
/** The same as Cloudflare and Akamai read it. */
export const otherTagsHeader = 'Cache-Tag';
