import type { Facet } from '@domain/api/search';

import { outline, type Place, postalAreas } from './postal-areas';

type FacetValue = Facet['values'][number];

/** Size of the map in units of its drawing, about pixels. */
export const mapSize = { width: 216, height: 288 };

/** Westernmost and northernmost degrees of the map, and its degrees of latitude from edge to edge. */
const west = 5.6;
const north = 55.1;
const span = 8;
/** A degree of longitude is this long in degrees of latitude, at 51° north. */
const longitudeScale = Math.cos((51 * Math.PI) / 180);

const round = (value: number) => Math.round(value * 10) / 10;

function pointOf([longitude, latitude]: Place): { x: number; y: number } {
  const scale = mapSize.height / span;
  return { x: round((longitude - west) * longitudeScale * scale), y: round((north - latitude) * scale) };
}

/** Outline of Germany, as the points of a polygon. */
export const outlinePoints = outline
  .map(pointOf)
  .map(({ x, y }) => `${x},${y}`)
  .join(' ');

/** Radius of the smallest and the largest circle. */
const radii = { least: 3, most: 14 };

export interface MapCircle extends FacetValue {
  /** First two digits of the postal codes. */
  area: string;
  x: number;
  y: number;
  radius: number;
}

/**
 * The postal areas among the values of the facet 'region'. The area of a circle is proportional to its count, except
 * for those that would be too small to be seen. Large circles come first, so that they do not cover small ones.
 */
export function mapCircles(values: readonly FacetValue[]): MapCircle[] {
  const known = values.flatMap((value) => {
    const area = /^DE-(\d\d)$/.exec(value.value)?.[1] ?? '';
    const place = postalAreas[area];
    return place && value.count > 0 ? [{ ...value, area, ...pointOf(place) }] : [];
  });
  const most = Math.max(...known.map(({ count }) => count));
  return known
    .map((circle) => ({ ...circle, radius: round(Math.max(radii.least, radii.most * Math.sqrt(circle.count / most))) }))
    .toSorted((a, b) => b.radius - a.radius);
}

export interface Bar extends FacetValue {
  /** Share of the largest count, from 0 to 100. */
  share: number;
}

/** The countries among the values of the facet 'region', those with most hits first. */
export function countryBars(values: readonly FacetValue[]): Bar[] {
  return sharesOf(values.filter(({ value, count }) => /^[A-Z]{2}$/.test(value) && count > 0)).toSorted(
    (a, b) => b.count - a.count,
  );
}

function sharesOf(values: readonly FacetValue[]): Bar[] {
  const most = Math.max(...values.map(({ count }) => count));
  return values.map((value) => ({ ...value, share: round((value.count / most) * 100) }));
}

export interface YearBar extends Bar {
  /** Left edge and width in percent of the drawing. */
  x: number;
  width: number;
}

/** Bars of the values of the facet 'years', from the first to the last year, with gaps for years without hits. */
export function yearBars(values: readonly FacetValue[]): YearBar[] {
  const years = sharesOf(values.filter(({ value, count }) => /^\d{4}$/.test(value) && count > 0));
  const numbers = years.map(({ value }) => Number(value));
  const first = Math.min(...numbers);
  const width = 100 / (Math.max(...numbers) - first + 1);
  const toPercent = (part: number) => Math.round(part * 100) / 100;
  return years
    .map((year) => ({ ...year, x: toPercent((Number(year.value) - first) * width), width: toPercent(width) }))
    .toSorted((a, b) => a.x - b.x);
}
