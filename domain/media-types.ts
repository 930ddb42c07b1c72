/** A media type that can be answered. A parameter may have several values, such as the names of one profile. */
export interface MediaOffer {
  /** In lower case, without parameters: 'application/ld+json'. */
  type: string;
  parameters?: Readonly<Record<string, readonly string[]>>;
}

/** A part of an `Accept` header. */
interface MediaRange {
  type: string;
  parameters: [name: string, value: string][];
  /** 0 (excluded) to 1. */
  weight: number;
}

/** How well an offer fits an `Accept` header. */
interface Fit {
  weight: number;
  /** 0 for any type, 1 for any subtype, 2 for the type, more for the type with parameters. */
  precision: number;
  /** Position of the range in the header. */
  position: number;
}

/** Longest header that is read, in characters. What follows is ignored. */
const maxHeader = 4000;
const entry = /(?:[^,"]|"(?:\\.|[^"\\])*")+/g;
const parameter = /;\s*([^\s;=]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]*))/g;

function readAccept(header: string): MediaRange[] {
  return (header.slice(0, maxHeader).match(entry) ?? []).flatMap((text) => {
    const type = /^\s*([^\s;]+\/[^\s;]+)/.exec(text)?.[1]?.toLowerCase();
    if (type === undefined) return [];
    const all = [...text.matchAll(parameter)].map(([, name = '', quoted, bare = '']): [string, string] => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? bare,
    ]);
    const weight = Number(all.find(([name]) => name === 'q')?.[1] ?? 1);
    // Parameters after `q` belong to `Accept`, not to the type.
    const end = all.findIndex(([name]) => name === 'q');
    const parameters = end < 0 ? all : all.slice(0, end);
    return [{ type, parameters, weight: weight >= 0 && weight <= 1 ? weight : 0 }];
  });
}

/** Whether a parameter of a range names a value of an offer. A profile may name several, separated by spaces. */
function names({ parameters }: MediaOffer, [name, value]: [string, string]): boolean {
  const wanted = value.toLowerCase().split(/\s+/);
  return parameters?.[name]?.some((known) => wanted.includes(known.toLowerCase())) ?? false;
}

/** Precision with which a range names an offer; null if it does not. Parameters that no offer of the type has do not count. */
function precisionOf(range: MediaRange, offer: MediaOffer, offers: readonly MediaOffer[]): number | null {
  if (range.type === '*/*') return 0;
  if (range.type === `${offer.type.split('/')[0]}/*`) return 1;
  if (range.type !== offer.type) return null;
  const distinguishing = range.parameters.filter((one) =>
    offers.some((other) => other.type === offer.type && names(other, one)),
  );
  return distinguishing.every((one) => names(offer, one)) ? 2 + distinguishing.length : null;
}

/** How well an offer fits: by the most precise range that names it (RFC 9110, 12.5.1). */
function fitOf(ranges: readonly MediaRange[], offer: MediaOffer, offers: readonly MediaOffer[]): Fit {
  const fits = ranges.flatMap((range, position): Fit[] => {
    const precision = precisionOf(range, offer, offers);
    return precision === null ? [] : [{ weight: range.weight, precision, position }];
  });
  const best = fits.sort((a, b) => b.precision - a.precision || b.weight - a.weight)[0];
  return best ?? { weight: 0, precision: 0, position: ranges.length };
}

/**
 * The offer that an `Accept` header prefers: by its weights, then by how precisely it is named, then in the order of the
 * header, then in that of the offers. The first offer without a header; null if the header excludes all of them.
 */
export function preferredOffer<Offer extends MediaOffer>(
  header: string | null | undefined,
  offers: readonly Offer[],
): Offer | null {
  const ranges = readAccept(header ?? '');
  if (ranges.length === 0) return offers[0] ?? null;
  const fitting = offers
    .map((offer) => ({ offer, ...fitOf(ranges, offer, offers) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || b.precision - a.precision || a.position - b.position);
  return fitting[0]?.offer ?? null;
}

/** Weight that an `Accept` header gives to an offer among others, 0 to 1. Without a header it is 1. */
export function weightOf(header: string | null, offer: MediaOffer, offers: readonly MediaOffer[]): number {
  const ranges = readAccept(header ?? '');
  return ranges.length === 0 ? 1 : fitOf(ranges, offer, offers).weight;
}
