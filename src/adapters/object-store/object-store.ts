/**
 * Where files lie. The service never carries their bytes: clients use links that are signed here, for one key, one
 * method and a time. Two stores stand behind this and pass one suite (test/object-store/contract.ts): `local/` and
 * `s3/`. Signing is synchronous and touches no network, because rows are rendered within a turn of the loop.
 * Keys are as src/domain/accounts/object-key.ts says; any other is a fault of the caller and throws.
 */

/** What a client needs for one upload, as it goes over the wire. */
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
  /** The local store refuses more; S3 cannot, the background check removes it afterwards. */
  maxBytes: number;
  expiresInS: number;
}

export interface GetAsk {
  key: string;
  expiresInS: number;
  /** Answer it as a download of this name (`Content-Disposition: attachment`). */
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

/** Signs links; what presenters are given. */
export interface Links {
  putLink(ask: PutAsk): PutLink;
  getLink(ask: GetAsk): string;
}

export interface ObjectStore extends Links {
  readonly kind: 'local' | 's3';
  /** Of every link; pages that show what lies here must be allowed to load from it. */
  readonly origin: string;
  head(key: string): Promise<StoredObject | null>;
  /** The first bytes of it, at most `length`; null when there is none. */
  readStart(key: string, length: number): Promise<Uint8Array | null>;
  /** For files the service makes itself (exports). */
  write(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** What is not there is removed already. */
  remove(keys: readonly string[]): Promise<void>;
  /** In the order of keys, at most 1 000 after `after`. For operators' scans, never for clients. */
  list(prefix: string, after?: string): Promise<ListedObject[]>;
  /** Throws when it cannot be used. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
