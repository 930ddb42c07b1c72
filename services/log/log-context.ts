import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or job during which a line is written. Its members are added to the line. */
export interface LogContext {
  requestId?: string;
  /** Trace of the request or job, if traces are collected. */
  traceId?: string;
  /** Pattern of the address, such as `/file-upload/data/:id`. */
  route?: string;
  jobId?: string;
  jobName?: string;
  /** Reference number of the last error shown to the user, for the line about the request. */
  reference?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work`. The context is added to every line that it writes, and to those of all it starts. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The present context; undefined outside of requests and jobs. */
export function logContext(): LogContext | undefined {
  return storage.getStore();
}
