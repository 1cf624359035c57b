/** The description of a page, shown with a link to it. */
export interface LinkPreview {
  /** The requested link, in the form that browsers write. */
  url: string;
  title: string | null;
  description: string | null;
  /** Absolute, http or https. */
  imageUrl: string | null;
  siteName: string | null;
}

/** A link that may have a preview; null if it is no http or https address. */
export function readLink(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}
