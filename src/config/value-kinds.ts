/** The formats of settings: lists, addresses, senders. Each function throws on an invalid text. */
import joi from 'joi';

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

export const isLoopback = (host: string): boolean => loopback.test(host);

export function listOf(item: joi.Schema): joi.Schema {
  return joi.string().custom((text: string) => {
    const parts = text.split(',').map((part) => part.trim());
    return joi.attempt(parts, joi.array().items(item.required()).min(1)) as string[];
  });
}

function parsedUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('neither http nor https');
  if (url.username || url.password || url.search || url.hash) throw new Error('more than an address');
  return url;
}

/** Without a slash at its end, so that paths can be appended. */
export function webUrl(text: string): string {
  return parsedUrl(text).href.replace(/\/+$/, '');
}

/** Origins are compared as a whole: a `*` would match no page. */
export function webOrigin(text: string): string {
  const url = parsedUrl(text);
  if (url.hostname.includes('*')) throw new Error('no single origin');
  if (url.pathname !== '/') throw new Error('more than an origin');
  return url.origin;
}

export function smtpUrl(text: string): string {
  const { protocol, hostname } = new URL(text);
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') throw new Error('no mail server');
  return text;
}

/** `address` or `Name <address>`, on one line. */
export function sender(text: string): string {
  const address = /^[^<>\p{Cc}]* ?<([^<>]+)>$/u.exec(text)?.[1] ?? text;
  if (!/^[^\s<>@,;:"]+@[^\s<>@,;:"]+$/.test(address)) throw new Error('no sender');
  return text;
}
