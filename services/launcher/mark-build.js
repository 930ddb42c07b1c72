// @ts-check
import { markBuild } from './build-when-stale.js';

/** Last step of `npm run build`. */
markBuild();
