import { useEffect } from 'preact/hooks';
import { useApp } from '../app/use-app.js';
import { useOnScreen } from '../ui/use-on-screen.js';
import { requestPreview } from './link-previews.js';

/** A link preview without its picture, because loading it would reveal the reader's IP address to the site. */
export function LinkCard({ link }: { link: string }) {
  const preview = useApp((state) => state.previews[link]);
  const [place, isSeen] = useOnScreen<HTMLSpanElement>();
  useEffect(() => {
    if (isSeen) requestPreview(link);
  }, [isSeen, link]);
  if (!preview || !(preview.title || preview.description)) return <span ref={place} />;
  return (
    <a
      class="link-card"
      href={preview.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-testid="link-preview"
    >
      <small>{preview.site_name ?? hostOf(preview.url)}</small>
      {preview.title && <strong>{preview.title}</strong>}
      {preview.description && <span>{preview.description}</span>}
    </a>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url);
