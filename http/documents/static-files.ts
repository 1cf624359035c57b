import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import { RefusalError } from '#src/errors.js';
import { acceptedCoding, type ContentCoding, contentCodings, taggedAs } from './content-coding.js';

const YEAR_S = 31_536_000;

const INDEX = '/index.html';
/** Pages of operators and businesses, which no browser keeps. */
const UNKEPT = /^\/(console|panel)\//;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.tgz': 'application/gzip',
};

interface Page extends Form {
  type: string;
  cacheControl: string;
  tag: string;
  /** As the build has compressed it. */
  compressed: Partial<Record<ContentCoding, Form>>;
}

interface Form {
  file: string;
  size: number;
}

/** The compressed files that the build writes beside a file. */
const endings: Record<ContentCoding, string> = { br: '.br', gzip: '.gz' };

/**
 * Serves a folder of built pages. Its files are listed, and a request can only ever name one of that list: no path of
 * a client becomes a path of the file system. A file that a build has replaced since makes the list be read anew.
 */
export function staticPages(dir: string): Middleware {
  let listing: Promise<Map<string, Page>> | null = null;
  const pageAt = async (path: string): Promise<Page | undefined> => {
    listing ??= listPages(dir);
    const listed = (await listing).get(path);
    if (!listed || (await tagOf(listed.file)) === listed.tag) return listed;
    listing = listPages(dir);
    return (await listing).get(path);
  };
  return async function servePages(ctx: Context, next: Next) {
    const page = await pageAt(ctx.path);
    if (!page) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new RefusalError('method_not_allowed');
    }
    send(ctx, page);
  };
}

async function listPages(dir: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for (const entry of await entriesOf(dir)) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(dir, file).split(sep).join('/')}`;
    const found = await stat(file);
    pages.set(path, {
      file,
      type,
      size: found.size,
      tag: tagFrom(found),
      cacheControl: cacheControlOf(path),
      compressed: await compressedOf(file),
    });
  }
  for (const [path, page] of [...pages]) {
    if (!path.endsWith(INDEX)) continue;
    const folder = path.slice(0, -INDEX.length);
    // With the slash and without: the files of a page are named by absolute paths.
    pages.set(`${folder}/`, page);
    if (folder) pages.set(folder, page);
  }
  return pages;
}

async function compressedOf(file: string): Promise<Page['compressed']> {
  const forms: Page['compressed'] = {};
  for (const coding of contentCodings) {
    const found = await stat(file + endings[coding]).catch(nothingThere);
    if (found) forms[coding] = { file: file + endings[coding], size: found.size };
  }
  return forms;
}

const tagFrom = ({ size, mtimeMs }: Stats): string => `${size}-${Math.trunc(mtimeMs)}`;

async function tagOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(nothingThere);
  return found && tagFrom(found);
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Where the sources run without a build there are no pages, and their paths are answered like any unknown one. */
async function entriesOf(dir: string): Promise<Dirent[]> {
  try {
    return await readdir(dir, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Names under assets/ carry a hash of their content; everything else is asked for again. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return `public, max-age=${YEAR_S}, immutable`;
  return UNKEPT.test(path) ? 'no-store' : 'no-cache';
}

function send(ctx: Context, page: Page): void {
  ctx.status = 200;
  const coding = acceptedCoding(ctx, (wanted) => page.compressed[wanted] !== undefined);
  const form = (coding && page.compressed[coding]) ?? page;
  ctx.set({ 'Content-Type': page.type, 'Cache-Control': page.cacheControl, ETag: taggedAs(page.tag, coding) });
  if (Object.keys(page.compressed).length > 0) ctx.vary('Accept-Encoding');
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.length = form.size;
  // More than the announced bytes would be taken for the beginning of the next response.
  if (ctx.method === 'GET') ctx.body = form.size ? createReadStream(form.file, { end: form.size - 1 }) : '';
}
