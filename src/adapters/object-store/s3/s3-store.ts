import { setMaxListeners } from 'node:events';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ListedObject, ObjectStore, StoredObject } from '../object-store.js';
import { createS3Links, type S3LinkSettings } from './links.js';

export interface S3Settings extends S3LinkSettings {
  /** The address at which this service reaches the store. */
  endpoint: string;
  /** So long may one attempt of a request be without an answer, or its body without a byte; 20 s by default. */
  requestTimeoutMs?: number;
}

/** The most keys that one call accepts. */
const PAGE = 1_000;
const PING_KEPT_MS = 5_000;

interface Bucket {
  client: S3Client;
  name: string;
  /** Ends requests under way when the store is closed. Without it each would be repeated until its bound. */
  ending: { abortSignal: AbortSignal };
}

/** Objects in a bucket of an S3-compatible store. */
export function openS3Store(settings: S3Settings): ObjectStore {
  const { origin, putLink, getLink } = createS3Links(settings);
  const closing = new AbortController();
  // One listener for each request under way.
  setMaxListeners(0, closing.signal);
  const ending = { abortSignal: closing.signal };
  const bucket: Bucket = { client: clientOf(settings), name: settings.bucket, ending };
  return {
    kind: 's3',
    origin,
    putLink,
    getLink,
    head: (key) => head(bucket, key),
    readStart: (key, length) => readStart(bucket, key, length),
    async write(key, body, contentType) {
      const object = { Bucket: bucket.name, Key: key, Body: body, ContentType: contentType };
      await bucket.client.send(new PutObjectCommand(object), ending);
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += PAGE) await removePage(bucket, keys.slice(start, start + PAGE));
    },
    list: (prefix, after) => list(bucket, prefix, after),
    ping: createPing(bucket, settings.now),
    async close() {
      closing.abort();
      bucket.client.destroy();
    },
  };
}

function clientOf(settings: S3Settings): S3Client {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey, requestTimeoutMs = 20_000 } = settings;
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Other S3 stores support fewer checksums; TLS protects the transfers anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: requestTimeoutMs,
      // Without it the client logs a late answer and waits for ever, and a sweep that waits for it never runs again.
      throwOnRequestTimeout: true,
      // For a body that stands still: the other timeout ends with the first byte.
      socketTimeout: requestTimeoutMs,
    },
  });
}

/** The health endpoint is public, and each ping is a paid request, so that the result is cached. */
function createPing({ client, name, ending }: Bucket, now: () => number): () => Promise<void> {
  let last = { at: Number.NEGATIVE_INFINITY, outcome: Promise.resolve() };
  return () => {
    if (now() - last.at >= PING_KEPT_MS) {
      const request = client.send(new HeadBucketCommand({ Bucket: name }), ending);
      last = { at: now(), outcome: request.then(() => undefined) };
    }
    return last.outcome;
  };
}

async function head({ client, name, ending }: Bucket, key: string): Promise<StoredObject | null> {
  const answer = await orNone(client.send(new HeadObjectCommand({ Bucket: name, Key: key }), ending));
  if (!answer) return null;
  const { ContentLength: bytes = 0, ContentType: contentType = 'application/octet-stream', LastModified } = answer;
  return { key, bytes, contentType, modifiedAt: LastModified?.getTime() ?? 0 };
}

async function readStart({ client, name, ending }: Bucket, key: string, length: number): Promise<Uint8Array | null> {
  const request = { Bucket: name, Key: key, Range: `bytes=0-${length - 1}` };
  try {
    const answer = await orNone(client.send(new GetObjectCommand(request), ending));
    return answer && (answer.Body?.transformToByteArray() ?? new Uint8Array());
  } catch (error) {
    // An empty file has no first byte.
    if (statusOf(error) === 416) return new Uint8Array();
    throw error;
  }
}

async function removePage({ client, name, ending }: Bucket, keys: readonly string[]): Promise<void> {
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: name, Delete }), ending);
  const failed = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
  if (failed.length === 0) return;
  throw new Error(`${failed.length} of ${keys.length} objects were not deleted: ${failed[0]?.Code}`);
}

async function list({ client, name, ending }: Bucket, prefix: string, after?: string): Promise<ListedObject[]> {
  const request = { Bucket: name, Prefix: prefix, MaxKeys: PAGE, ...(after && { StartAfter: after }) };
  const { Contents = [] } = await client.send(new ListObjectsV2Command(request), ending);
  return Contents.map(({ Key = '', Size = 0, LastModified }) => ({
    key: Key,
    bytes: Size,
    modifiedAt: LastModified?.getTime() ?? 0,
  }));
}

async function orNone<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    // A missing bucket is an error, not a missing object.
    if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
    throw error;
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
