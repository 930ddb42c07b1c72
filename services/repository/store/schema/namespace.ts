import { pgSchema } from 'drizzle-orm/pg-core';

/** Database schema of the repository API, with its own migrations. */
export const repository = pgSchema('repository');
