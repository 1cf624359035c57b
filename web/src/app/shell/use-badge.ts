import { useEffect } from 'preact/hooks';

const MARK = '/mark.svg';

/** The favicon with a count drawn over it, because a narrow tab cuts the title off. */
function badgeOf(count: number): string {
  const words = count > 99 ? '99+' : String(count);
  const size = words.length > 2 ? 11 : 14;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#2e6a58"/><circle cx="16" cy="16" r="3.6" fill="#f0a26b"/><rect x="7" y="11" width="25" height="21" rx="9" fill="#c4562a"/><text x="19.5" y="26.5" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#fff">${words}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows the unread count in the tab title and on the favicon. */
export function useBadge(unread: number, brand: string): void {
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) ${brand}` : brand;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    link?.setAttribute('href', unread > 0 ? badgeOf(unread) : MARK);
  }, [unread, brand]);
}
