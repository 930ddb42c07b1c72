import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line is written within: a request or a job. Its members stand on every line. */
export interface LogContext {
  requestId?: string;
  /** Pattern of the address, such as `/file-upload/data/:id`. */
  route?: string;
  jobId?: string;
  jobName?: string;
  /** Number of the last fault that the user was shown, for the line on the request. */
  reference?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work`: every line that is written within it, and by what it begins, carries the context. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The context of this line; undefined outside of requests and jobs. */
export function logContext(): LogContext | undefined {
  return storage.getStore();
}
