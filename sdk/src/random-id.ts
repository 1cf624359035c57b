/** `crypto.randomUUID` is missing on plain-http pages, `getRandomValues` is not. */
export function randomId(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(18)));
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
