import { uploadsPerPage } from './limits';

/** A page of the contributor's uploads or data sets. `page` counts from 1; one beyond the last is the last. */
export function pageOf<Item>(items: readonly Item[], page: number): Item[] {
  const last = Math.max(1, Math.ceil(items.length / uploadsPerPage));
  const start = (Math.min(page, last) - 1) * uploadsPerPage;
  return items.slice(start, start + uploadsPerPage);
}
