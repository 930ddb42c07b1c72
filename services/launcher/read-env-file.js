// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const file = path.resolve(import.meta.dirname, '../../.env');

/** Loads the settings of the file `.env` next to package.json. Variables that are already set take precedence. */
if (existsSync(file)) process.loadEnvFile(file);
