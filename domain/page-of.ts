import { uploadsPerPage } from './limits';

/**
 * Place of a page in a list of `total` items, for a statement. `page` counts from 1; one beyond the last is the last.
 * `perPage`: items on a page.
 */
export function pageWindow(
  total: number,
  page: number,
  perPage: number = uploadsPerPage,
): { offset: number; limit: number } {
  const last = Math.max(1, Math.ceil(total / perPage));
  return { offset: (Math.min(page, last) - 1) * perPage, limit: perPage };
}

/** A page of the contributor's uploads or data sets. `page` as above. */
export function pageOf<Item>(items: readonly Item[], page: number): Item[] {
  const { offset, limit } = pageWindow(items.length, page);
  return items.slice(offset, offset + limit);
}
