import { type Revision, RevisionSchema } from '@domain/api/reviews';
import {
  type DataSetVersions,
  DataSetVersionsSchema,
  type LinkedVersions,
  LinkedVersionsSchema,
  type OwnDataSet,
  OwnDataSetSchema,
} from '@domain/api/versions';

import { call, callForJson, type ClientContext, segments } from './transport';

/** All versions of a data set. Throws 404 for an unknown one. */
export function listVersions(context: ClientContext, nr: number): Promise<DataSetVersions> {
  return callForJson(context, DataSetVersionsSchema, `/search/versions${segments(nr)}`);
}

/** The upload of a data set of this user. Throws 404 for data sets of others. */
export function readOwnDataSet(context: ClientContext, nr: number): Promise<OwnDataSet> {
  return callForJson(context, OwnDataSetSchema, `/search/own${segments(nr)}`);
}

/**
 * Begins a new version of an accepted data set, or returns the one that was begun before. Throws 409 'not-accepted' and
 * 410 'data-set-withdrawn'.
 */
export function beginVersion(context: ClientContext, id: string): Promise<Revision> {
  return callForJson(context, RevisionSchema, `/fileupload${segments(id)}/versions`, { method: 'POST' });
}

/** Has this user told of new versions of a downloaded data set by mail, or no more. */
export async function setVersionMails(context: ClientContext, nr: number, isOn: boolean): Promise<void> {
  await call(context, `/search/versions${segments(nr)}/mails`, { method: isOn ? 'PUT' : 'DELETE' });
}

/** The data set about which the link of a mail ends mails. Throws 404 if it has ended them. */
export function readLinkedVersions(context: ClientContext, token: string): Promise<LinkedVersions> {
  return callForJson(context, LinkedVersionsSchema, `/search/versions/end${segments(token)}`);
}

/** Ends the mails of the link of a mail. */
export async function endLinkedVersions(context: ClientContext, token: string): Promise<void> {
  await call(context, `/search/versions/end${segments(token)}`, { method: 'POST' });
}
