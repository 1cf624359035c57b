/** The address of direct links, as operators write it. */

/** Null: none. */
export type NodeLink = { host: string; port: number } | null;

const ADDRESS = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)):(\d{1,5})$/i;
const PORT_MAX = 65_535;

/** Throws for what is no address. */
export function parseNodeLink(value: string): NodeLink {
  if (value === 'off') return null;
  const [, literal, name, digits] = ADDRESS.exec(value) ?? [];
  const host = literal ?? name;
  const port = Number(digits);
  if (host === undefined || port < 1 || port > PORT_MAX) throw new Error('not an address');
  return { host, port };
}
