import { z } from 'zod';

/**
 * Numbers in a block of the catalogue. A sitemap has at most 50,000 addresses (https://www.sitemaps.org), some of them of
 * other pages.
 */
export const numbersPerBlock = 49_000;

/** Blocks of the catalogue with the times of their last changes: `GET api/search/changes`. */
export const ChangeBlocksSchema = z.array(
  z.object({
    block: z.number().int().describe('Number of the block, from 1.'),
    changedAt: z.iso.datetime().describe('When one of its data sets changed last.'),
  }),
);
export type ChangeBlocks = z.infer<typeof ChangeBlocksSchema>;

/** Data sets of a block with the times of their last changes, by number: `GET api/search/changes/{block}`. */
export const ChangesSchema = z.array(
  z.object({
    nr: z.number().int().describe('Public number of the data set.'),
    changedAt: z.iso.datetime().describe('When its description changed last.'),
  }),
);
export type Changes = z.infer<typeof ChangesSchema>;
