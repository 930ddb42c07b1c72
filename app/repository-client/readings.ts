import { ParseResultSchema, type ParseResult, type ParseOptions } from '@domain/api/readings';

import { callForJson, segments, type ClientContext } from './transport';

/** How a file was read, and what can be chosen about it. Throws 404 for another person's upload. */
export function findReading(context: ClientContext, id: string): Promise<ParseResult> {
  return callForJson(context, ParseResultSchema, `/fileupload${segments(id)}/reading`);
}

/** Reads a file again; `state` shows whether that is finished. Throws 409 after its submission. */
export function reparseFile(context: ClientContext, id: string, choices: ParseOptions): Promise<ParseResult> {
  return callForJson(context, ParseResultSchema, `/fileupload${segments(id)}/reading`, {
    method: 'POST',
    json: choices,
  });
}
