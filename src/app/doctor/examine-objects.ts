import { randomUUID } from 'node:crypto';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import { openObjectStore } from '#src/adapters/object-store/open-object-store.js';
import type { Config } from '#src/config/config-shape.js';
import { examineFolder } from './examine-folder.js';
import { type Examination, type Finding, ok, problem } from './finding.js';
import { timedFetch } from './timed-fetch.js';

const TIMEOUT_MS = 10_000;
const TEXT = 'Written by npm run doctor, which removes it again.';
const CONTENT_TYPE = 'text/plain';

/** Files lie in a folder, or in an S3 store that clients reach by signed links. */
export async function examineObjects(config: Config): Promise<Examination> {
  if (config.objects.kind === 'local') return examineFolder(config.objects.dir);
  const { objects } = await openObjectStore(config, Date.now);
  try {
    return await examineS3(objects, new URL(config.http.publicUrl).origin);
  } finally {
    await objects.close();
  }
}

/** As the service writes, as a client reads, and as a browser asks before it uploads. */
async function examineS3(objects: ObjectStore, pageOrigin: string): Promise<Examination> {
  const key = `doctor/${randomUUID()}.txt`;
  await objects.write(key, Buffer.from(TEXT), CONTENT_TYPE);
  try {
    const written = ok('an object is written and removed');
    const { answer, clock } = await timedFetch('the object store', objects.getLink({ key, expiresInS: 60 }));
    const isRead = answer.ok && (await answer.text()) === TEXT;
    const read = isRead
      ? ok(`a signed link of ${objects.origin} is answered`)
      : problem(
          `a signed link of ${objects.origin} is answered ${answer.status}: compare S3_PUBLIC_ENDPOINT and the keys`,
        );
    return { findings: [written, read, await preflight(objects, key, pageOrigin)], clock };
  } finally {
    await objects.remove([key]);
  }
}

async function preflight(objects: ObjectStore, key: string, pageOrigin: string): Promise<Finding> {
  const { url } = objects.putLink({ key, contentType: CONTENT_TYPE, maxBytes: TEXT.length, expiresInS: 60 });
  const headers = {
    origin: pageOrigin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const origin = answer.headers.get('access-control-allow-origin');
  const methods = answer.headers.get('access-control-allow-methods') ?? '';
  if (answer.ok && (origin === '*' || origin === pageOrigin) && /PUT|\*/.test(methods)) {
    return ok(`pages of ${pageOrigin} may upload (CORS)`);
  }
  return problem(
    `pages of ${pageOrigin} may not upload: the bucket needs a CORS rule for this origin with PUT and GET and the header Content-Type`,
  );
}
