/**
 * Presigned links of an S3 store (Signature Version 4 in the query). The presigner of the S3 client is not used: it is
 * asynchronous, does not sign the content type, and adds the checksum of an empty body to upload links.
 */
import aws4 from 'aws4';
import { isObjectKey } from '#src/domain/accounts/object-key.js';
import { attachmentOf } from '../disposition.js';
import type { GetAsk, Links, PutAsk } from '../object-store.js';

export interface S3LinkSettings {
  /** The address at which clients reach the store. */
  publicEndpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  now(): number;
}

export interface S3Links extends Links {
  readonly origin: string;
}

export function createS3Links(settings: S3LinkSettings): S3Links {
  const { origin, folder } = placeOf(settings);
  const { host } = new URL(origin);
  const { region, accessKeyId, secretAccessKey, now } = settings;
  const sign = (method: 'GET' | 'PUT', key: string, query: Record<string, string>, headers: Record<string, string>) => {
    if (!isObjectKey(key)) throw new TypeError('A link was asked for a key that no object can have');
    const path = `${folder}${key}?${new URLSearchParams({ ...query, 'X-Amz-Date': dateOf(now()) })}`;
    const request = { service: 's3', region, method, path, signQuery: true, headers: { Host: host, ...headers } };
    return `${origin}${aws4.sign(request, { accessKeyId, secretAccessKey }).path}`;
  };
  return {
    origin,
    putLink({ key, contentType, expiresInS }: PutAsk) {
      const headers = { 'Content-Type': contentType };
      const url = sign('PUT', key, { 'X-Amz-Expires': lifeOf(expiresInS) }, headers);
      return { method: 'PUT', url, key, expires_in: expiresInS, headers };
    },
    getLink({ key, expiresInS, downloadName }: GetAsk) {
      const name = downloadName === undefined ? {} : { 'response-content-disposition': attachmentOf(downloadName) };
      return sign('GET', key, { ...name, 'X-Amz-Expires': lifeOf(expiresInS) }, {});
    },
  };
}

/** The bucket is in the path, or is the first label of the host. */
function placeOf({ publicEndpoint, bucket, forcePathStyle }: S3LinkSettings): { origin: string; folder: string } {
  const { protocol, host } = new URL(publicEndpoint);
  if (forcePathStyle) return { origin: `${protocol}//${host}`, folder: `/${bucket}/` };
  return { origin: `${protocol}//${bucket}.${host}`, folder: '/' };
}

const dateOf = (now: number): string => new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const lifeOf = (seconds: number): string => String(Math.max(1, Math.floor(seconds)));
