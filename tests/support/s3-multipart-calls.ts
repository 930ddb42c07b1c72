import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/**
 * Responds to the calls for unfinished multipart uploads that s3rver does not support: list them, list the parts of
 * one, abort one, send to one that does not exist. Works on the folder in which s3rver stores the parts. Returns false for any other call.
 */
export function answerMultipartCall(folder: string, request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const [, bucket = '', ...key] = pathname.split('/');
  const uploads = path.join(folder, bucket, '._S3rver_uploads');
  const id = searchParams.get('uploadId');
  if (request.method === 'GET' && searchParams.has('uploads')) {
    return send(
      response,
      'ListMultipartUploadsResult',
      idsIn(uploads)
        .filter(isBegun(uploads, searchParams.get('prefix') ?? ''))
        .map(uploadXml(uploads))
        .join(''),
    );
  }
  if (id === null || !/^\w+$/.test(id) || key.length === 0) return false;
  const upload = path.join(uploads, id);
  if (request.method === 'DELETE') {
    rmSync(upload, { recursive: true, force: true });
    response.writeHead(204).end();
    return true;
  }
  if (request.method !== 'GET') {
    // s3rver would take parts of an upload that does not exist.
    if (existsSync(upload)) return false;
    return send(response, 'Error', '<Code>NoSuchUpload</Code><Message>There is no such upload.</Message>', 404);
  }
  return send(response, 'ListPartsResult', idsIn(upload).map(partXml(upload)).join(''));
}

const idsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
const time = (file: string) => statSync(file).mtime.toISOString();

/** s3rver creates the folder of an upload before its key. */
const isBegun = (uploads: string, prefix: string) => (id: string) => {
  const key = path.join(uploads, id, 'key');
  return existsSync(key) && readFileSync(key, 'utf8').startsWith(prefix);
};

const uploadXml = (uploads: string) => (id: string) => {
  const file = path.join(uploads, id, 'key');
  return `<Upload><Key>${readFileSync(file, 'utf8')}</Key><UploadId>${id}</UploadId><Initiated>${time(file)}</Initiated></Upload>`;
};

const partXml = (upload: string) => (name: string) =>
  /^\d+$/.test(name)
    ? `<Part><PartNumber>${name}</PartNumber><LastModified>${time(path.join(upload, name))}</LastModified></Part>`
    : '';

function send(response: ServerResponse, root: string, content: string, status = 200): true {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${content}</${root}>`,
  );
  return true;
}
