// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const file = path.resolve(import.meta.dirname, '../../.env');

/** Takes over the settings of the file `.env` beside package.json; what the environment says already stands. */
if (existsSync(file)) process.loadEnvFile(file);
