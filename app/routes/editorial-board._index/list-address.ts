import { type ListFilter, type ListQuery, ListQuerySchema, usualSort } from '@domain/api/board-list';

/** What an address of the list asks for. Values that are not valid are ignored, so that a bookmark always opens. */
export function readListAddress(search: URLSearchParams): ListQuery {
  const valid = Object.entries(ListQuerySchema.shape).filter(([name, schema]) => {
    const value = search.get(name)?.trim();
    return value && schema.safeParse(value).success;
  });
  return ListQuerySchema.parse(Object.fromEntries(valid.map(([name]) => [name, search.get(name)])));
}

/** Parameters of the address of a list, without what is usual; as `paths.editorialList` takes them. */
export function listAddress({ show, sort, page = 1, ...filter }: ListQuery): Record<string, string | number | null> {
  return {
    show: show === 'all' ? null : show,
    ...filter,
    sort: sort === usualSort ? null : sort,
    page: page === 1 ? null : page,
  };
}

/** The filter of an address. */
export function filterOf({ status, kind, test, q, expert }: ListQuery): ListFilter {
  return { status, kind, test, q, expert };
}

/** Whether an address filters the list; the part and the order do not count. */
export function isNarrowed(query: ListQuery): boolean {
  return Object.values(filterOf(query)).some((value) => value !== undefined);
}
