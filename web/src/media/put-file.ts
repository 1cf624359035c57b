/** Uploads a file to the file store by a link that is signed for exactly this file. */

import { networkError } from '#sdk/errors.js';
import type { PutLink } from '../api-types.js';
import { FileProblem } from '../app/file-problem.js';

export interface Watch {
  /** Upload progress from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Resolves when the file is stored. */
export function putFile(link: PutLink, file: Blob, { onProgress, signal }: Watch = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelled());
    const request = new XMLHttpRequest();
    request.open(link.method, link.url);
    for (const [name, value] of Object.entries(link.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : reject(refused(request.status)));
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(cancelled());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

const cancelled = (): FileProblem => new FileProblem({ code: 'cancelled', message: 'The upload was given up.' });

const refused = (status: number): FileProblem =>
  new FileProblem({ code: 'upload_refused', message: `The file was not taken (${status}).` });
