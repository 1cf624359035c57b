import { hashOfRoom, isSlug } from '../app/route.js';

/**
 * The target of a tap. The service validates it when the item is saved; the page validates it again before it becomes
 * a link.
 */
export type TargetKind = 'url' | 'room' | 'deeplink';

export interface SponsoredLink {
  href: string;
  /** True for a link that leaves the page; it is opened without a referrer. */
  isOutside: boolean;
}

const opensApp = /^([a-z][a-z0-9+.-]*):\/\/[^\s\\]+$/i;
const runsSomething = ['javascript', 'data', 'file', 'content', 'intent', 'about', 'blob', 'vbscript', 'filesystem'];

/** Null for a target that must not be opened. */
export function linkOf(kind: TargetKind, target: string): SponsoredLink | null {
  switch (kind) {
    case 'room':
      return isSlug(target) ? { href: hashOfRoom(target), isOutside: false } : null;
    case 'url':
      return isWeb(target) ? { href: target, isOutside: true } : null;
    case 'deeplink': {
      const scheme = opensApp.exec(target)?.[1]?.toLowerCase();
      return scheme && !runsSomething.includes(scheme) ? { href: target, isOutside: true } : null;
    }
  }
}

function isWeb(target: string): boolean {
  if (!URL.canParse(target)) return false;
  const { protocol, username, password } = new URL(target);
  return protocol === 'https:' && username === '' && password === '';
}
