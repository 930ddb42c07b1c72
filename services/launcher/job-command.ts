import { runJobCommand } from '../repository/upkeep/job-commands';
import { runQueueTool } from './run-tool';

/** `npm run jobs` */
await runQueueTool(({ db, jobs, write }) => runJobCommand(process.argv.slice(2), { db, jobs, write }));
