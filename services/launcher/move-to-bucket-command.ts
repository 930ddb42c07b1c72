import { runMoveToBucket } from '../move/move-to-bucket';
import { sayAndExit } from './run-tool';

/** `npm run move-to-bucket` */
await sayAndExit((write) => runMoveToBucket(process.argv.slice(2), { environment: process.env, write }));
