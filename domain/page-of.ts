import { uploadsPerPage } from './limits';

/** Place of a page in a list of `total` items on all pages; `page` counts from 1. */
export interface Paged {
  page: number;
  pages: number;
  total: number;
}

/** Place of the page `wanted`, or of the last one if there are fewer. `perPage`: items on a page. */
export function placeOf(total: number, wanted: number, perPage: number = uploadsPerPage): Paged {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { page: Math.min(wanted, pages), pages, total };
}

/**
 * Place of a page in a list of `total` items, for a statement. `page` counts from 1; one beyond the last is the last.
 * `perPage`: items on a page.
 */
export function pageWindow(
  total: number,
  page: number,
  perPage: number = uploadsPerPage,
): { offset: number; limit: number } {
  return { offset: (placeOf(total, page, perPage).page - 1) * perPage, limit: perPage };
}

/** Page of a list that the address of a request names, from 1. */
export function pageIn({ url }: { url: string }): number {
  const wanted = new URL(url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : 1;
}

/** A page of the contributor's uploads or data sets. `page` as above. */
export function pageOf<Item>(items: readonly Item[], page: number): Item[] {
  const { offset, limit } = pageWindow(items.length, page);
  return items.slice(offset, offset + limit);
}
