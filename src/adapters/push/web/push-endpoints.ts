/**
 * The endpoints that this service may send to. A client gives the endpoint, so that only the push services of browsers
 * are called: by name, over https, at the usual port. An entry with a scheme (`http://127.0.0.1:4000`) is that origin.
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return hosts.some((host) => {
    if (host.includes('://')) return url.origin === host;
    const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
    return isHost && url.protocol === 'https:' && url.port === '';
  });
}
