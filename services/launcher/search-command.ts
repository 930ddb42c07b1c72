import { runSearchCommand } from '../repository/search/rebuild-search-index';
import { runQueueTool } from './run-tool';

/** `npm run search` */
await runQueueTool(({ db, write }) => runSearchCommand(process.argv.slice(2), { db, write }));
