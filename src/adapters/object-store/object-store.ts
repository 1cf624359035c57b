/**
 * The port of the object store. The service never carries the bytes of files: clients use signed links, each for one
 * key, one method and a limited time. Two stores implement the port and pass one suite (test/object-store/contract.ts):
 * `local/` and `s3/`. Signing is synchronous and needs no network, because rows are rendered within one turn of the
 * loop. src/domain/accounts/object-key.ts defines valid keys; any other key is a mistake of the caller and throws.
 */

/** The data that a client needs for one upload, in wire format. */
export interface PutLink {
  method: 'PUT';
  url: string;
  key: string;
  /** Seconds. */
  expires_in: number;
  headers: { 'Content-Type': string };
}

export interface PutAsk {
  key: string;
  contentType: string;
  /** The local store refuses a larger file. S3 cannot, so that the background check removes it later. */
  maxBytes: number;
  expiresInS: number;
}

export interface GetAsk {
  key: string;
  expiresInS: number;
  /** Download under this name (`Content-Disposition: attachment`). */
  downloadName?: string;
}

export interface ListedObject {
  key: string;
  bytes: number;
  /** ms since epoch. */
  modifiedAt: number;
}

export interface StoredObject extends ListedObject {
  contentType: string;
}

/** Signs links; presenters get this type. */
export interface Links {
  putLink(ask: PutAsk): PutLink;
  getLink(ask: GetAsk): string;
}

export interface ObjectStore extends Links {
  readonly kind: 'local' | 's3';
  /** The origin of every link, which the pages' content security policy must allow. */
  readonly origin: string;
  head(key: string): Promise<StoredObject | null>;
  /** At most the first `length` bytes; null if the object does not exist. */
  readStart(key: string, length: number): Promise<Uint8Array | null>;
  /** For files that the service makes itself (exports). */
  write(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** A missing object counts as removed. */
  remove(keys: readonly string[]): Promise<void>;
  /** At most 1 000 after `after`, in the order of keys. For scans by operators, never for clients. */
  list(prefix: string, after?: string): Promise<ListedObject[]>;
  /** Throws if the store is unusable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
