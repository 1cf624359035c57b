/** Files go straight to where they are kept: a link was signed for exactly this one. */
import type { PutLink } from '../wire.js';
import { ApiError, networkError } from './api.js';

/** Resolves when it is stored. `onProgress` hears of parts from 0 to 1. */
export function putFile(link: PutLink, file: Blob, onProgress?: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(link.method, link.url);
    for (const [name, value] of Object.entries(link.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : reject(refused(request.status)));
    request.onerror = () => reject(networkError());
    request.send(file);
  });
}

const refused = (status: number): ApiError =>
  new ApiError({ code: 'upload_refused', message: `The file was not taken (${status}).` });
