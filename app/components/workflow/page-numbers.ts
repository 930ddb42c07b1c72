/** Pages on both sides of the current one that are offered. */
const neighbours = 3;

/** The pages of a long list that are offered beside the current one: the first, the last and those near it. */
export function pageNumbers(page: number, pages: number): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= neighbours,
  );
}
