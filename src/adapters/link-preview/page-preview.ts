/** The description of a page, made safe to show: bounded, on one line, without deceptive characters. */
import { LINK_DESCRIPTION_MAX, LINK_MAX, LINK_SITE_NAME_MAX, LINK_TITLE_MAX } from '#src/domain/limits.js';
import type { LinkPreview } from '#src/domain/messages/link-preview.js';
import { cleanName, firstCharacters } from '#src/domain/text/text.js';
import type { PageWords } from './page-words.js';
import { isFailureOfPage } from './refused.js';
import { pageTarget } from './targets.js';

/** Null if the page has no description. */
export function previewOf(asked: string, pageUrl: URL, words: PageWords): LinkPreview | null {
  const line = (max: number, ...keys: string[]) => firstOf(words, keys, (text) => oneLine(text, max));
  const title = line(LINK_TITLE_MAX, 'og:title', 'twitter:title', 'title');
  const description = line(LINK_DESCRIPTION_MAX, 'og:description', 'twitter:description', 'description');
  const images = ['og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image'];
  const imageUrl = firstOf(words, images, (text) => imageAddress(text, pageUrl));
  if (title === null && description === null && imageUrl === null) return null;
  const siteName = line(LINK_SITE_NAME_MAX, 'og:site_name');
  return { url: asked, title, description, imageUrl, siteName };
}

function firstOf(words: PageWords, keys: string[], read: (text: string) => string | null): string | null {
  for (const key of keys) {
    const text = words.get(key);
    const value = text === undefined ? null : read(text);
    if (value !== null) return detached(value);
  }
  return null;
}

function oneLine(text: string, max: number): string | null {
  return firstCharacters(cleanName(text), max).trim() || null;
}

/**
 * The browsers of a whole room request the image, so that its address must pass the same checks as a page's. Otherwise
 * a page could make them request addresses in their home networks.
 */
function imageAddress(text: string, pageUrl: URL): string | null {
  try {
    const { href } = pageTarget(text.trim(), pageUrl);
    return href.length <= LINK_MAX ? href : null;
  } catch (error) {
    if (isFailureOfPage(error)) return null;
    throw error;
  }
}

/** A substring keeps its whole string in memory. A preview is kept for a day and must not keep its page. */
const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
