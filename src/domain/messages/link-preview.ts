/** What a page says about itself, shown beside a link to it. */
export interface LinkPreview {
  /** The link that was asked about, as browsers write it. */
  url: string;
  title: string | null;
  description: string | null;
  /** Absolute, http or https. */
  imageUrl: string | null;
  siteName: string | null;
}

/** A link that a preview may be asked for; null for what is no http or https address. */
export function readLink(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}
