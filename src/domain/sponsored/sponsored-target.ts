/** The target of a tap on a sponsored item. Only targets that a phone opens without running code are allowed. */

export const sponsoredTargetKinds = ['url', 'room', 'deeplink'] as const;
export type SponsoredTargetKind = (typeof sponsoredTargetKinds)[number];

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const DEEPLINK = /^([a-z][a-z0-9+.-]*):\/\/[^\s\\]+$/i;
const UNSAFE = /[\s\\\p{Cc}]/u;

/** These schemes run code or open private content of the phone. */
export const forbiddenSchemes: readonly string[] = [
  'javascript',
  'data',
  'file',
  'content',
  'intent',
  'about',
  'blob',
  'vbscript',
];

/** The problem of a target of this kind, or null. Another check looks up the room. */
export function targetProblem(kind: SponsoredTargetKind, target: string): string | null {
  switch (kind) {
    case 'url':
      return isWebAddress(target) ? null : 'must be an https address with a full host name and no user name';
    case 'room':
      return isGroupSlug(target) ? null : noSuchRoom;
    case 'deeplink':
      return isDeeplink(target) ? null : 'must be scheme://… with a scheme that opens an app';
  }
}

/** A room's slug is not case-sensitive and is stored in lower case. */
export const targetAsKept = (kind: SponsoredTargetKind, target: string): string =>
  kind === 'room' ? target.toLowerCase() : target;

export const noSuchRoom = 'must be the address of a group that exists';

const isGroupSlug = (target: string): boolean =>
  target.length >= 3 && target.length <= 48 && SLUG.test(target.toLowerCase());

function isWebAddress(target: string): boolean {
  // A browser would repair such characters (blanks, backslashes) and could read another host.
  if (UNSAFE.test(target) || !/^https:\/\/[^/]/i.test(target)) return false;
  const url = parsed(target);
  if (url?.protocol !== 'https:') return false;
  const authority = target.slice('https://'.length).split(/[/?#]/)[0] ?? '';
  return !authority.includes('@') && url.username === '' && url.password === '' && /[^.]\.[^.]/.test(url.hostname);
}

function isDeeplink(target: string): boolean {
  const scheme = DEEPLINK.exec(target)?.[1];
  return scheme !== undefined && !UNSAFE.test(target) && !forbiddenSchemes.includes(scheme.toLowerCase());
}

function parsed(target: string): URL | null {
  return URL.canParse(target) ? new URL(target) : null;
}
