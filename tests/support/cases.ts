/**
 * Whether tests of many cases try all of them (`CASES=all`), which takes half an hour more, or by default a part, by
 * chance another one in each run.
 */
const triesAll = process.env.CASES === 'all';

/** A number of cases: all of them, or the part that is tried by default. */
export function casesOf({ all, part }: { all: number; part: number }): number {
  return triesAll ? all : part;
}
