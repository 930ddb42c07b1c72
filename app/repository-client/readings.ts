import { ParseResultSchema, type ParseResult, type ParseOptions } from '@domain/api/readings';

import { callForJson, segments, type ClientContext } from './transport';

/** How a file was read, and what can be chosen about it. Throws 404 for another person's upload. */
export function findReading(context: ClientContext, id: string): Promise<ParseResult> {
  return callForJson(context, ParseResultSchema, `/fileupload${segments(id)}/reading`);
}

/** Has a file read anew; its `state` says whether that is done. Throws 409 once it is submitted. */
export function reparseFile(context: ClientContext, id: string, choices: ParseOptions): Promise<ParseResult> {
  return callForJson(context, ParseResultSchema, `/fileupload${segments(id)}/reading`, {
    method: 'POST',
    json: choices,
  });
}
