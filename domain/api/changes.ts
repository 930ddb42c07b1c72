import { z } from 'zod';

/**
 * Numbers in a block of the catalogue. A sitemap has at most 50,000 addresses (https://www.sitemaps.org), some of them of
 * other pages.
 */
export const numbersPerBlock = 49_000;

/** Blocks of the catalogue with the times of their last changes: `GET api/search/changes`. */
export const ChangeBlocksSchema = z.array(z.object({ block: z.number().int(), changedAt: z.iso.datetime() }));
export type ChangeBlocks = z.infer<typeof ChangeBlocksSchema>;

/** Data sets of a block with the times of their last changes, by number: `GET api/search/changes/{block}`. */
export const ChangesSchema = z.array(z.object({ nr: z.number().int(), changedAt: z.iso.datetime() }));
export type Changes = z.infer<typeof ChangesSchema>;
