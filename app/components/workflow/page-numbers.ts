/** Number of linked pages on both sides of the current one. */
const neighbours = 3;

/** Linked pages of a long list: the first, the last and those near the current one. */
export function pageNumbers(page: number, pages: number): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= neighbours,
  );
}
