/** What another app shared with the installed page, by the addresses of the manifest's `share_target`. Pure. */

const fields = ['share_title', 'share_text', 'share_url'] as const;

/** Title, text and link, each once: some apps repeat the link within the text. */
export function sharedTextOf(search: string): string {
  const query = new URLSearchParams(search);
  const parts: string[] = [];
  for (const field of fields) {
    const part = query.get(field)?.trim() ?? '';
    if (part !== '' && !parts.some((other) => other.includes(part))) parts.push(part);
  }
  return parts.join('\n');
}
